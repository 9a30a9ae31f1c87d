/** What each environment of the original gives our typed and generic clients. */
import { expect, test } from "bun:test";
import { CounterEnv } from "@openenv-interop/counter";
import { EchoEnv } from "@openenv-interop/echo";
import { FaultyEnv } from "@openenv-interop/faulty";
import { RichEnv, type RichActionInput } from "@openenv-interop/rich";
import { SlowEnv } from "@openenv-interop/slow";
import { ExecutionError, GenericEnvClient } from "@openenv/core";

const BIG = 2n ** 53n + 1n;
const UNICODE = 'caf\u00e9 \u4e16\u754c \u{1f642} \u05e9 e\u0301 "q" \\ / \n\t\u2028\u0001';

/** @param url of the server of an environment */
export function valueTests(url: (name: string) => string): void {
  test("echo: messages, their length in code points, rewards, metadata", async () => {
    await using env = await EchoEnv.connect(url("echo"));
    expect(await env.state()).toEqual({ episode_id: null, step_count: 0 });
    expect(await env.reset({ episode_id: "e" })).toEqual({
      observation: { echoed_message: "ready", message_length: 0 },
      reward: 0,
      done: false,
      metadata: {},
    });
    const { observation, reward } = await env.step({ message: UNICODE });
    expect(observation).toEqual({ echoed_message: UNICODE, message_length: [...UNICODE].length });
    expect(reward).toBeCloseTo([...UNICODE].length * 0.1, 9);
    const seen = { k: [1, { a: null }] };
    expect((await env.step({ message: "m", metadata: seen })).metadata).toEqual({ seen });
    expect(await env.state()).toEqual({ episode_id: "e", step_count: 2 });
  });

  test("echo: a lone surrogate goes out well-formed, so the reply can come back", async () => {
    await using env = await EchoEnv.connect(url("echo"));
    expect((await env.step({ message: "\ud800!" })).observation.echoed_message).toBe("\ufffd!");
  });

  test("echo: the blocking client", () => {
    using env = EchoEnv.sync(url("echo"));
    expect(env.reset().observation.echoed_message).toBe("ready");
    expect(env.step({ message: "same" }).observation).toEqual({ echoed_message: "same", message_length: 4 });
    expect(env.state().step_count).toBe(1);
  });

  test("echo: a generic client sees the metadata inside the observation too", async () => {
    await using env = await GenericEnvClient.connect(url("echo"));
    const { observation, metadata } = await env.step({ message: "m", metadata: { k: 1 } });
    expect(observation).toEqual({ echoed_message: "m", message_length: 1, metadata: { seen: { k: 1 } } });
    expect(metadata).toEqual({ seen: { k: 1 } });
  });

  test("counter: an episode to its end, its state, and a step too many", async () => {
    await using env = await CounterEnv.connect(url("counter"));
    expect(await env.reset({ seed: 7, episode_id: "c" })).toMatchObject({
      observation: { value: 2, history: [2] },
      reward: null,
      done: false,
    });
    expect(await env.step({ delta: 10 })).toMatchObject({ observation: { value: 12 }, reward: 10, done: false });
    expect(await env.step({ delta: 8 })).toMatchObject({ observation: { value: 20 }, reward: 18, done: true });
    expect(await env.state()).toEqual({ episode_id: "c", step_count: 2, value: 20, seed: 7, finished: true });
    const error = await env.step({ delta: 1 }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ExecutionError);
    expect((error as ExecutionError).message).toContain("counter: episode is over");
    expect((await env.reset({ start: 15 })).observation.history).toEqual([15]);
  });

  test("counter: seeds and reset parameters, known and unknown", async () => {
    await using env = await GenericEnvClient.connect(url("counter"));
    for (const [params, value] of [
      [{ seed: 0 }, 0],
      [{ seed: 1_234_567 }, 2],
      [{ seed: 2 ** 53 - 1 }, 1],
      [{ seed: null }, 0],
      [{ seed: 7, start: 15 }, 15],
      [{ no_such_parameter: { a: [1] } }, 0],
    ] as const) {
      expect((await env.reset(params)).observation).toMatchObject({ value });
    }
  });

  test("slow: steps of one session are answered in order, whatever time they take", async () => {
    await using env = await SlowEnv.connect(url("slow"));
    await env.reset();
    const steps = [60, 1, 20, 0].map((ms) => env.step({ ms }));
    const results = await Promise.all([...steps, env.state()]);
    expect(results.slice(0, 4)).toMatchObject(
      [60, 1, 20, 0].map((ms) => ({ observation: { waited_ms: ms }, reward: ms })),
    );
    expect(results[4]).toMatchObject({ step_count: 4 });
  });

  test("faulty: what is not finite arrives as null", async () => {
    await using env = await FaultyEnv.connect(url("faulty"));
    expect((await env.reset()).observation).toEqual({ result: "ready", payload: null });
    expect(await env.step({ command: "not_finite" })).toEqual({
      observation: { result: "inf", payload: null },
      reward: null,
      done: false,
      metadata: {},
    });
  });

  test("rich: every kind of field after a reset", async () => {
    await using env = await RichEnv.connect(url("rich"));
    const { observation, metadata } = await env.reset();
    expect(observation).toMatchObject({
      mode: "plain",
      point: { x: 1.5, y: -2 },
      path: [
        { x: 0, y: 0 },
        { x: 1e21, y: 5e-324 },
      ],
      note: null,
      value: "seven",
      color: "blue",
      weights: { a: 0.1, b: 0.2, ü: 1 },
      grid: [[1, 2], [], [3]],
      shape: { kind: "circle", radius: 2.5 },
      tree: { label: "root", children: [{ label: "leaf", children: [] }] },
      serial: BIG,
      text: UNICODE,
      pair: [0, "blue"],
      big: BIG,
    });
    expect(metadata).toEqual({ mode: "plain", nested: { depth: [1, [2, [3]]] } });
  });

  test("rich: integers of any size keep their digits, both ways", async () => {
    await using env = await RichEnv.connect(url("rich"));
    for (const serial of [0n, 7n, BIG, -BIG, 2n ** 63n - 1n, 2n ** 70n, -(10n ** 40n)]) {
      const { observation } = await env.step({ mode: "plain", point: { x: 1 }, serial });
      expect(observation.serial).toBe(serial);
      expect(observation.big).toBe(BIG);
    }
    await using generic = await GenericEnvClient.connect(url("rich"));
    const { observation } = await generic.step({ mode: "plain", point: { x: 1 }, serial: 2n ** 70n });
    expect(observation).toMatchObject({ serial: 2n ** 70n, big: BIG });
  });

  test("rich: what is sent comes back", async () => {
    const action: RichActionInput = {
      mode: "fancy",
      point: { x: -0.5, y: 1e-7 },
      path: [{ x: 1, y: 2 }],
      note: "n\u00f6te",
      value: [0.5, 2],
      color: "green",
      weights: { "": 0.25, k: Number.MAX_VALUE },
      grid: [[], [0, -1]],
      shape: { kind: "square", side: 3 },
      tree: { label: "a", children: [{ label: "b", children: [{ label: "c", children: [] }] }] },
      serial: -3n,
      text: "\u{1f642}".repeat(100),
    };
    await using env = await RichEnv.connect(url("rich"));
    const result = await env.step(action);
    expect(result.observation).toMatchObject({ ...action });
    expect(result).toMatchObject({ reward: 0.25, done: false, observation: { pair: [1, "green"] } });
  });

  test("rich: defaults are the server's, and a union keeps its branch", async () => {
    await using env = await RichEnv.connect(url("rich"));
    const { observation } = await env.step({ mode: "plain", point: { x: 2 }, tree: { label: "t" } });
    expect(observation).toMatchObject({
      point: { x: 2, y: 0 },
      path: [],
      note: null,
      value: 0,
      color: "red",
      weights: {},
      grid: [],
      shape: null,
      tree: { label: "t", children: [] },
      serial: 0n,
      text: "",
    });
    for (const value of [5, "5", "", [1.5], [], -1]) {
      expect((await env.step({ mode: "plain", point: { x: 1 }, value })).observation.value).toEqual(value);
    }
  });
}
