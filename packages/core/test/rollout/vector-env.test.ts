/** Vectors over clients. */
import { type GenericEnvClient, InvalidArgumentError } from "@openenv/core";
import { VectorEnv } from "@openenv/core/rollout";
import { expect, test } from "bun:test";
import { countdownServer, sessions } from "./countdown-env.ts";

const left = (observation: Readonly<Record<string, unknown>> | null): unknown => observation?.["left"];

test("a vector steps all at once; the autoreset is Gymnasium's next-step by default", async () => {
  await using server = countdownServer();
  await using envs = new VectorEnv(await sessions(server, 2));
  const begun = await envs.reset({ seed: 1 });
  expect(begun.observations.map(left)).toEqual([1, 2]);
  const first = await envs.step([{ by: 1 }, { by: 1 }]);
  expect([first.observations.map(left), first.rewards, first.dones]).toEqual([
    [0, 1],
    [1, 1],
    [true, false],
  ]);
  // The first begins anew, its action is not used; the second is done now.
  const second = await envs.step([{ by: 1 }, { by: 1 }]);
  expect([second.observations.map(left), second.rewards, second.dones]).toEqual([
    [3, 0],
    [null, 1],
    [false, true],
  ]);
});

test("same-step begins the next episode within the last step, and tells the end of the old one", async () => {
  await using server = countdownServer();
  await using envs = new VectorEnv(await sessions(server, 1), { autoreset: "same-step" });
  await envs.reset({ seed: [1] });
  const { observations, rewards, dones, finals } = await envs.step([{ by: 1 }]);
  expect([left(observations[0] ?? null), rewards, dones]).toEqual([2, [1], [true]]);
  expect(left(finals[0]?.observation ?? null)).toBe(0);
});

test("RL-03: a reset by hand takes the place of the one that was due", async () => {
  const resets: unknown[] = [];
  await using server = countdownServer((params) => resets.push(params["seed"]));
  await using envs = new VectorEnv(await sessions(server, 1));
  await envs.reset({ seed: [1] });
  expect((await envs.step([{ by: 1 }])).dones).toEqual([true]);
  await envs.reset({ seed: [9] });
  expect((await envs.step([{ by: 1 }])).observations.map(left)).toEqual([8]);
  expect(resets).toEqual([1, 9]);
});

test("RL-02: an episode that begins by itself answers as any reset does: its reward is null, not 0", async () => {
  await using server = countdownServer();
  const [reference] = await sessions(server, 1);
  const expected = await reference?.reset({ seed: 2 });
  for (const autoreset of ["next-step", "same-step"] as const) {
    await using envs = new VectorEnv(await sessions(server, 1), { autoreset });
    await envs.reset({ seed: [1] });
    const last = await envs.step([{ by: 1 }]);
    const begun = autoreset === "same-step" ? last : await envs.step([{ by: 1 }]);
    expect([begun.observations[0], begun.metadata[0]]).toEqual([
      expected?.observation ?? null,
      expected?.metadata ?? {},
    ]);
    if (autoreset === "next-step") expect([begun.rewards, begun.dones]).toEqual([[null], [false]]);
  }
  await reference?.close();
});

test("episodes that begin by themselves keep their parameters, and seeds of their own that follow from the first", async () => {
  const resets: unknown[] = [];
  await using server = countdownServer(({ seed, level, episode_id: id }) => resets.push([seed, level, id === "mine"]));
  await using envs = new VectorEnv(await sessions(server, 2));
  await envs.reset({ seed: 1, params: { level: "hard", episode_id: "mine" } });
  for (let step = 0; step < 5; step += 1) await envs.step([{ by: 9 }, { by: 9 }]);
  expect(new Set(resets.map((each) => JSON.stringify(each)))).toEqual(
    new Set(
      [
        [1, "hard", true],
        [2, "hard", true],
        [3, "hard", false],
        [4, "hard", false],
        [5, "hard", false],
        [6, "hard", false],
      ].map((each) => JSON.stringify(each)),
    ),
  );
});

test("disabled refuses the step of an episode that is over, as data", async () => {
  await using server = countdownServer();
  await using envs = new VectorEnv(await sessions(server, 2), { autoreset: "disabled" });
  await envs.reset({ seed: [1, 9] });
  await envs.step([{ by: 1 }, { by: 1 }]);
  const { errors, observations } = await envs.step([{ by: 1 }, { by: 1 }]);
  expect([String(errors[0]), errors[1]]).toEqual([expect.stringContaining("environment 0 is over"), undefined]);
  expect(observations.map(left)).toEqual([undefined, 7]);
});

test("same-step tells what the last step earned, also when the reset behind it fails", async () => {
  await using server = countdownServer();
  await using envs = new VectorEnv(await sessions(server, 1), { autoreset: "same-step" });
  // 13 is unlucky: the next seed of one environment alone.
  await envs.reset({ seed: [12] });
  const { rewards, finals, errors, observations } = await envs.step([{ by: 12 }]);
  expect([rewards, left(finals[0]?.observation ?? null), observations]).toEqual([[12], 0, [null]]);
  expect(String(errors[0])).toContain("an unlucky seed");
  expect((await envs.step([{ by: 1 }])).observations.map(left)).toEqual([14]);
});

test("a member whose session is lost is told of, and has another one by itself", async () => {
  await using server = countdownServer();
  const [env, other] = (await sessions(server, 2)) as [GenericEnvClient, GenericEnvClient];
  await using envs = new VectorEnv([env, other]);
  await envs.reset({ seed: [5, 5] });
  // A call that is given up takes its session with it.
  const enough = new AbortController();
  const given = env.step({ by: "never" }, { signal: enough.signal });
  enough.abort(new Error("enough"));
  expect(given).rejects.toThrow("enough");
  const { errors, observations } = await envs.step([{ by: 1 }, { by: 1 }]);
  expect([String(errors[0]), left(observations[1] ?? null)]).toEqual([expect.stringContaining("SessionLost"), 4]);
  expect((await envs.step([{ by: 1 }, { by: 1 }])).observations.map(left)).toEqual([7, 3]);
});

test("disabled leaves the reset to the caller, also of some environments only", async () => {
  await using server = countdownServer();
  await using envs = new VectorEnv(await sessions(server, 2), { autoreset: "disabled" });
  await envs.reset({ seed: [1, 9] });
  expect((await envs.step([{ by: 1 }, { by: 1 }])).dones).toEqual([true, false]);
  expect(left((await envs.reset({ seed: 6, indices: [0] })).observations[0] ?? null)).toBe(6);
  expect((await envs.step([{ by: 1 }, { by: 1 }])).observations.map(left)).toEqual([5, 7]);
});

test("RL-04: one member that fails does not sink the rest", async () => {
  await using server = countdownServer();
  await using envs = new VectorEnv(await sessions(server, 2));
  await envs.reset({ seed: [5, 5] });
  const { errors, observations } = await envs.step([{ by: 13 }, { by: 1 }]);
  expect([String(errors[0]), errors[1]]).toEqual(["ExecutionError: an unlucky number", undefined]);
  expect(observations.map(left)).toEqual([undefined, 4]);
  expect((await envs.step([{ by: 1 }, { by: 1 }])).observations.map(left)).toEqual([7, 3]);
});

test("sendBatch and recv give whichever finished first, each once", async () => {
  await using server = countdownServer();
  await using envs = new VectorEnv(await sessions(server, 3));
  await envs.reset({ seed: [5, 6, 7] });
  envs.sendBatch(
    new Map([
      [2, { by: 1 }],
      [0, { by: 1 }],
    ]),
  );
  expect(() => envs.sendBatch(new Map([[0, { by: 1 }]]))).toThrow("call recv() first");
  const entries = [...(await envs.recv()), ...(await envs.recv())];
  expect(new Map(entries.map(({ index, observation }) => [index, left(observation)]))).toEqual(
    new Map([
      [0, 4],
      [2, 6],
    ]),
  );
  expect(envs.recv()).rejects.toBeInstanceOf(InvalidArgumentError);
  expect(envs.recv(0)).rejects.toThrow("0 answers");
  expect(envs.reset({ indices: [1, 1] })).rejects.toThrow("once");
  expect(envs.step([{ by: 1 }])).rejects.toThrow("1 actions were given for 3");
});
