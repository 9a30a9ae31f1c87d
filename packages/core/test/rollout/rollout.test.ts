/** Rollouts over clients. */
import { ValidationError } from "@openenv/core";
import { rollout, toJsonLine } from "@openenv/core/rollout";
import { expect, test } from "bun:test";
import { createEnvServer } from "@openenv/core/server";
import { connectInProcess } from "@openenv/core/testing";
import { HeldSteps } from "../server/held-env.ts";
import { CounterEnv, counterServer } from "../testing/counter-env.ts";
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

test("IN-05: an action that could not be read of a model's answer is never sent, and can be penalised", async () => {
  await using server = countdownServer();
  const envs = await sessions(server, 1);
  const parse = (text: string): { by: number } | undefined => {
    const [, digits] = /<by>(\d+)<\/by>/.exec(text) ?? [];
    return digits === undefined ? undefined : { by: Number(digits) };
  };
  const answers = ["<by>1</by>", "no tags"];
  const [record] = await rollout(envs, (_last, { stepCount }) => parse(answers[stepCount] ?? "") as { by: number }, {
    resets: [{ seed: 5 }],
  });
  expect([record?.status, record?.steps.length, record?.totalReward]).toEqual(["failed", 1, 1]);
  expect(String(record?.error)).toContain("cannot be written as JSON");
  expect((await envs[0]?.state())?.step_count).toBe(1);
  await using typed = await connectInProcess(CounterEnv, counterServer());
  for (const action of [undefined, null, "text"]) {
    expect(typed.step(action as never)).rejects.toBeInstanceOf(ValidationError);
  }
  expect((await typed.state()).step_count).toBe(0);
  await envs[0]?.close();
});

test("IN-03: two kinds of environments at once, each with sessions and a limit of its own", async () => {
  const running = { counter: 0, countdown: 0 };
  const most = { counter: 0, countdown: 0 };
  const count = async (kind: keyof typeof running): Promise<void> => {
    running[kind] += 1;
    most[kind] = Math.max(most[kind], running[kind]);
    await Bun.sleep(0);
    running[kind] -= 1;
  };
  await using server = countdownServer();
  await using other = createEnvServer(counterServer(), { variables: {} });
  const countdowns = await sessions(server, 4);
  const counters = await Promise.all(Array.from({ length: 4 }, () => connectInProcess(CounterEnv, other)));
  const [first, second] = await Promise.all([
    rollout(countdowns, async () => (await count("countdown"), { by: 1 }), {
      resets: Array.from({ length: 4 }, () => ({ seed: 2 })),
      concurrency: 3,
    }),
    rollout(counters, async () => (await count("counter"), { amount: 60 }), {
      resets: Array.from({ length: 4 }, (_, start) => ({ start })),
      concurrency: 2,
    }),
  ]);
  expect(first.map(({ totalReward }) => totalReward)).toEqual([2, 2, 2, 2]);
  expect(second.map(({ steps }) => steps.at(-1)?.observation.total)).toEqual([120, 121, 122, 123]);
  expect(most.countdown).toBeLessThanOrEqual(3);
  expect(most.counter).toBeLessThanOrEqual(2);
  await Promise.all([...countdowns, ...counters].map((env) => env.close()));
});

test("IN-04: resets of many sessions do not wait for each other", async () => {
  const steps = new HeldSteps();
  await using server = createEnvServer(steps.definition, { maxConcurrentEnvs: -1, variables: {} });
  const envs = await sessions(server, 8);
  const playing = rollout(envs, () => ({ n: 1 }), { resets: envs.map(() => ({})), maxSteps: 1 });
  // Each holds its step until all eight are there.
  await steps.until(8);
  while (steps.running.length > 0) steps.running[0]?.letGo();
  expect((await playing).map(({ status }) => status)).toEqual(envs.map(() => "truncated"));
  await Promise.all(envs.map((env) => env.close()));
});

test("what the progress callback throws ends the rollout when the running episodes have ended", async () => {
  await using server = countdownServer();
  const envs = await sessions(server, 2);
  let begun = 0;
  const policy = (_last: unknown, { stepCount }: { stepCount: number }): { by: number } => {
    if (stepCount === 0) begun += 1;
    return { by: 1 };
  };
  const onProgress = (): never => {
    throw new Error("no room for records");
  };
  const resets = Array.from({ length: 6 }, () => ({ seed: 2 }));
  expect(rollout(envs, policy, { resets, onProgress })).rejects.toThrow("no room for records");
  await Promise.all(envs.map((env) => env.close()));
  expect(begun).toBe(2);
});

test("without resets each session plays one episode", async () => {
  await using server = countdownServer();
  const envs = await sessions(server, 3);
  const records = await rollout(envs, () => ({ by: 1 }), { concurrency: 2 });
  expect(records.map(({ status, seed, totalReward }) => [status, seed, totalReward])).toEqual([
    ["done", null, 3],
    ["done", null, 3],
    ["done", null, 3],
  ]);
  expect((await rollout(envs, () => ({ by: 3 }))).map(({ steps }) => steps.length)).toEqual([1, 1, 1]);
  expect(rollout(envs, () => ({ by: 1 }), { concurrency: 0 })).rejects.toThrow("a concurrency of 1 or more");
  await Promise.all(envs.map((env) => env.close()));
});
