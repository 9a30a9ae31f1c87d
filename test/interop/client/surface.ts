/** Calls of our clients that take several messages, or none of the session, on the original's servers. */
import { expect, test } from "bun:test";
import { CounterEnv } from "@openenv-interop/counter";
import { EchoEnv } from "@openenv-interop/echo";
import { GenericEnvClient, InvalidArgumentError, TasksUnsupportedError } from "@openenv/core";
import { rollout, VectorEnv } from "@openenv/core/rollout";
import { failure } from "../harness/failure.ts";

/** @param url of the server of an environment */
export function surfaceTests(url: (name: string) => string): void {
  test("tasks are listed, counted and given, and a reset chooses one, awaited and blocking", async () => {
    await using env = await GenericEnvClient.connect(url("tasks"));
    using twin = GenericEnvClient.sync(url("tasks"));
    const splits = [
      { name: "train", type: "train" },
      { name: "test", type: "test" },
      { name: "extra", type: "validation" },
    ];
    expect(await env.listSplits()).toEqual(splits);
    expect(twin.listSplits()).toEqual(splits);
    expect(await env.listTasks("train")).toEqual([{ square: 1 }, { square: 2 }, { square: 3 }]);
    expect([await env.numTasks("train"), twin.numTasks("test")]).toEqual([3, 1]);
    expect(await env.getTask({ split: "train", index: 2 })).toEqual({ square: 3 });
    expect(await env.getTaskRange({ split: "train", start: 1 })).toEqual([{ square: 2 }, { square: 3 }]);
    await failure(env.getTask({ split: "train", index: 9 }), InvalidArgumentError);
    expect((await env.resetTask({ split: "test", index: 0 })).observation["number"]).toBe(30);
    expect(twin.resetTask({ split: "train", index: 1 }, { episode_id: "t" }).observation["number"]).toBe(2);
    expect(twin.state().episode_id).toBe("t");
  });

  test("an environment without tasks is a TasksUnsupportedError, and a server tells no limits", async () => {
    await using env = await EchoEnv.connect(url("echo"));
    await failure(env.listTasks("train"), TasksUnsupportedError);
    expect(() => EchoEnv.sync(url("echo")).numTasks("train")).toThrow(TasksUnsupportedError);
    expect(await env.serverLimits()).toBeUndefined();
  });

  test("a batch is answered in order up to the first that is done, awaited and blocking", async () => {
    await using env = await GenericEnvClient.connect(url("tasks"));
    using twin = GenericEnvClient.sync(url("tasks"));
    await env.resetTask({ split: "train", index: 2 });
    twin.resetTask({ split: "train", index: 2 });
    const actions = [{ answer: 1 }, { answer: 9 }, { answer: 2 }];
    const batch = await env.stepMany(actions);
    expect([batch.status, batch.results.map(({ reward }) => reward)]).toEqual(["done", [0, 1]]);
    expect(twin.batchStep(actions)).toEqual(batch);
    expect((await env.state()).step_count).toBe(3);
    await env.resetTask({ split: "train", index: 2 });
    expect((await env.stepMany(actions, { maxInFlight: 1 })).results).toEqual(batch.results);
    expect((await env.state()).step_count).toBe(2);
    const failed = await env.stepMany([{ answer: 1 }, { wrong: 1 }, { answer: 9 }]);
    expect([failed.status, failed.results.length, String(failed.error)]).toEqual([
      "failed",
      1,
      expect.stringContaining("ValidationError"),
    ]);
  });

  test("a further session has an environment of its own, and the episode of one is a loop", async () => {
    await using env = await CounterEnv.connect(url("counter"));
    const other = await env.newSession();
    await Promise.all([env.reset({ start: 1 }), other.reset({ start: 50 })]);
    expect((await other.step({ delta: 1 })).observation.value).toBe(51);
    expect((await env.step({ delta: 1 })).observation.value).toBe(2);
    const seen: number[] = [];
    for await (const turn of other.episode({ start: 5 }, { maxSteps: 2 })) {
      seen.push(turn.observation.value);
      turn.act({ delta: 2 });
    }
    expect(seen).toEqual([5, 7, 9]);
    // The original knows nothing of it, and sends everything.
    await using generic = await GenericEnvClient.connect(url("counter"));
    expect((await generic.reset({ start: 5, omit: ["history"] })).observation).toMatchObject({
      value: 5,
      history: [5],
    });
  });

  test("rollouts and vectors over the original's sessions", async () => {
    const clients = Array.from({ length: 3 }, () => new GenericEnvClient({ baseUrl: url("tasks") }));
    const square = ({ observation }: { observation: Readonly<Record<string, unknown>> }): { answer: number } => ({
      answer: Number(observation["number"]) ** 2,
    });
    const records = await rollout(clients, square, {
      resets: [0, 1, 2, 7].map((index) => ({ split: "train", index })),
    });
    expect(records.map(({ status, totalReward }) => [status, totalReward])).toEqual([
      ["done", 1],
      ["done", 1],
      ["done", 1],
      ["failed", 0],
    ]);
    await using envs = new VectorEnv(clients);
    await envs.reset({ seed: [1, 2, 3], params: { split: "train", index: 1 } });
    const { rewards, dones } = await envs.step([{ answer: 4 }, { answer: 5 }, { answer: 4 }]);
    expect([rewards, dones]).toEqual([
      [1, 0, 1],
      [true, false, true],
    ]);
    const next = await envs.step([{ answer: 0 }, { answer: 4 }, { answer: 0 }]);
    expect([next.rewards, next.dones]).toEqual([
      [null, 1, null],
      [false, true, false],
    ]);
  });
}
