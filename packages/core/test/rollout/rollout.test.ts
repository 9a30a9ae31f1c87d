/** Rollouts and vectors over clients. */
import { InvalidArgumentError } from "@openenv/core";
import { rollout, toJsonLine, VectorEnv } from "@openenv/core/rollout";
import { expect, test } from "bun:test";
import { countdownServer, sessions } from "./countdown-env.ts";

const left = (observation: Readonly<Record<string, unknown>> | null): unknown => observation?.["left"];

test("IN-01, IN-02: a rollout gives the policy the first observation, and tells every reward", async () => {
  await using server = countdownServer();
  const envs = await sessions(server, 2);
  const firsts: unknown[] = [];
  const records = await rollout(
    envs,
    (last, { stepCount }) => {
      if (stepCount === 0) firsts.push(left(last.observation));
      return { by: 2 };
    },
    { resets: [{ seed: 4, episode_id: "a" }, { seed: 1 }, { seed: 5 }] },
  );
  expect(new Set(firsts)).toEqual(new Set([1, 4, 5]));
  expect(records.map(({ status, totalReward, seed }) => [status, totalReward, seed])).toEqual([
    ["done", 4, 4],
    ["done", 2, 1],
    ["done", 6, 5],
  ]);
  const line = JSON.parse(toJsonLine(records[0] as (typeof records)[number])) as Record<string, unknown>;
  expect(line).toMatchObject({
    index: 0,
    status: "done",
    seed: 4,
    episode_id: "a",
    observations: [{ left: 4 }, { left: 2 }, { left: 0 }].map((own) => expect.objectContaining(own)),
    actions: [{ by: 2 }, { by: 2 }],
    rewards: [2, 2],
    dones: [false, true],
    metadata: [{ hint: "count down" }, {}, {}],
    total_reward: 4,
    error: null,
  });
  expect(line["step_ms"]).toHaveLength(2);
  await Promise.all(envs.map((env) => env.close()));
});

test("one rollout that fails is data; its session plays the next one; progress is told", async () => {
  await using server = countdownServer();
  const envs = await sessions(server, 1);
  const progress: unknown[] = [];
  const records = await rollout(envs, (_last, { episode: n }) => ({ by: n === 1 ? 13 : 1 }), {
    resets: [{ seed: 13 }, { seed: 2 }, { seed: 3 }],
    maxSteps: 2,
    onProgress: ({ finished, failed, total }) => void progress.push([finished, failed, total]),
  });
  expect(records.map(({ status }) => status)).toEqual(["failed", "failed", "truncated"]);
  expect(String(records[0]?.error)).toBe("ExecutionError: an unlucky seed");
  expect(records[0]?.first).toBeNull();
  expect(JSON.parse(toJsonLine(records[1] as (typeof records)[number]))).toMatchObject({
    error: { code: "EXECUTION_ERROR", message: "an unlucky number" },
    observations: [{ left: 2 }],
  });
  expect(progress).toEqual([
    [1, 1, 3],
    [2, 2, 3],
    [3, 2, 3],
  ]);
  await envs[0]?.close();
});

test("a rollout stops at its signal", async () => {
  await using server = countdownServer();
  const envs = await sessions(server, 2);
  const controller = new AbortController();
  const policy = (): { by: number } => {
    controller.abort(new Error("enough"));
    return { by: 0 };
  };
  expect(rollout(envs, policy, { resets: [{}, {}, {}], signal: controller.signal })).rejects.toThrow("enough");
  await Promise.all(envs.map((env) => env.close()));
});

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
  expect([left(observations[0] ?? null), rewards, dones]).toEqual([3, [1], [true]]);
  expect(left(finals[0]?.observation ?? null)).toBe(0);
});

test("disabled leaves the reset to the caller, also of some environments only", async () => {
  await using server = countdownServer();
  await using envs = new VectorEnv(await sessions(server, 2), { autoreset: "disabled" });
  await envs.reset({ seed: [1, 9] });
  expect((await envs.step([{ by: 1 }, { by: 1 }])).dones).toEqual([true, false]);
  expect(left((await envs.reset({ seed: 6, indices: [0] })).observations[0] ?? null)).toBe(6);
  expect((await envs.step([{ by: 1 }, { by: 1 }])).observations.map(left)).toEqual([5, 7]);
});

test("one member that fails does not sink the rest", async () => {
  await using server = countdownServer();
  await using envs = new VectorEnv(await sessions(server, 2));
  await envs.reset({ seed: [5, 5] });
  const { errors, observations } = await envs.step([{ by: 13 }, { by: 1 }]);
  expect([String(errors[0]), errors[1]]).toEqual(["ExecutionError: an unlucky number", undefined]);
  expect(observations.map(left)).toEqual([undefined, 4]);
  expect((await envs.step([{ by: 1 }, { by: 1 }])).observations.map(left)).toEqual([3, 3]);
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
  expect(() => envs.sendBatch(new Map([[0, { by: 1 }]]))).toThrow("has not answered");
  const entries = [...(await envs.recv()), ...(await envs.recv())];
  expect(new Map(entries.map(({ index, observation }) => [index, left(observation)]))).toEqual(
    new Map([
      [0, 4],
      [2, 6],
    ]),
  );
  expect(envs.recv()).rejects.toBeInstanceOf(InvalidArgumentError);
  expect(envs.step([{ by: 1 }])).rejects.toThrow("1 actions were given for 3");
});
