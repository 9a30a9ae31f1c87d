/** Sessions, episodes and rewards. */
import { deepStrictEqual, equal, ok } from "node:assert/strict";
import { type CodingCase, failed, run, STEP_TIMEOUT_MS, wrote } from "./coding-case.ts";

const full = process.env["OPENENV_TEST_FULL"] === "1";

export const sessionCases: readonly CodingCase[] = [
  {
    title: "a reset gives a clean interpreter, and the state follows",
    run: async (bench) => {
      await using session = await bench.session();
      deepStrictEqual(
        await session.step({ code: "leftover = 1\n1 / 0" }).then(({ observation }) => observation.exit_code),
        1,
      );
      await bench.python("open('left.txt', 'w').close()", session);
      deepStrictEqual((await session.state()).last_exit_code, 0);
      const { observation, reward, done } = await session.reset({ episode_id: "second" });
      deepStrictEqual(
        { observation, reward, done },
        {
          observation: { stdout: "", stderr: "", exit_code: 0 },
          reward: 0,
          done: false,
        },
      );
      deepStrictEqual(await session.state(), { episode_id: "second", step_count: 0, last_exit_code: 0 });
      failed(await bench.python("leftover", session), /NameError/);
      wrote(await bench.python("import os\nos.listdir('.')", session), "[]\n");
      deepStrictEqual(await session.state(), { episode_id: "second", step_count: 2, last_exit_code: 0 });
    },
  },
  {
    title: "rewards are the original's: safety, then quality",
    run: async (bench) => {
      const rewards: [string, number][] = [
        ["1 + 1", 0.1],
        ["import os", -0.9],
        [`import os  # ${"long ".repeat(30)}`, -1],
        ["def", -0.1],
        [`# ${"long ".repeat(30)}\n1`, 0],
        [`# ${"long ".repeat(30)}\ndef`, -0.2],
        ["1 / 0", 0.1],
      ];
      for (const [code, expected] of rewards) {
        const { reward } = await bench.python(code);
        ok(Math.abs((reward as number) - expected) < 1e-9, `${code}: ${String(reward)}, not ${expected}`);
      }
    },
  },
  {
    title: `${full ? 32 : 16} sessions at once do not see each other, and a slow one does not hold up the rest`,
    run: async (bench) => {
      const sessions = await Promise.all(Array.from({ length: full ? 32 : 16 }, () => bench.session()));
      try {
        const slow = run(sessions[0] as (typeof sessions)[0], {
          code: `import time\ntime.sleep(${STEP_TIMEOUT_MS / 1250})\n'slow'`,
        });
        let slowIsDone = false;
        void slow.then(() => (slowIsDone = true));
        const others = sessions.slice(1);
        const begin = (from: number, to?: number): Promise<unknown> =>
          Promise.all(others.slice(from, to).map((session, index) => run(session, { code: `mine = ${from + index}` })));
        // Some first: all of them may take longer than the slow one where the cores are busy.
        await begin(0, 4);
        equal(slowIsDone, false);
        await begin(4);
        for (let round = 1; round <= 3; round += 1) {
          const views = await Promise.all(others.map((session) => run(session, { code: "mine += 100\nmine" })));
          deepStrictEqual(
            views.map((view) => view.stdout),
            others.map((_, index) => `${index + round * 100}\n`),
          );
        }
        wrote(await slow, "'slow'\n");
      } finally {
        await Promise.all(sessions.map((session) => session.close()));
      }
    },
  },
];
