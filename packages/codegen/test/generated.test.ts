/** Generated packages at work: client and server joined in this process. */
import { ValidationError } from "@openenv/core";
import { connectInProcess } from "@openenv/core/testing";
import { describe, expect, test } from "bun:test";
import { hostileNames, hostileTexts } from "./fixtures/hostile.ts";
import { CounterEnv } from "./golden/counter/client/src/gen/index.ts";
import { State as CounterState } from "./golden/counter/client/src/gen/schema.ts";
import { defineCounterEnvironment } from "./golden/counter/server/src/gen/index.ts";
import { hostileActionJsonSchema } from "./golden/hostile/client/src/gen/json-schema.ts";
import { hostileManifest } from "./golden/hostile/client/src/gen/manifest.ts";
import { Action as HostileAction } from "./golden/hostile/client/src/gen/schema.ts";
import { RichEnv } from "./golden/rich/client/src/gen/index.ts";
import { Action as RichAction } from "./golden/rich/client/src/gen/schema.ts";
import { defineRichEnvironment, type RichObservation } from "./golden/rich/server/src/gen/index.ts";

const BIG = 2n ** 53n + 1n;

const richServer = defineRichEnvironment(() => {
  const observe = (
    fields: Omit<RichObservation, "total_weight" | "pair" | "big" | "image_base64">,
  ): RichObservation => ({
    ...fields,
    total_weight: 0,
    pair: [1, "a"],
    big: BIG,
    image_base64: "",
  });
  return {
    reset: () => ({ observation: observe(RichAction.parse({ mode: "plain", point: { x: 1 } })) }),
    step: ({ metadata: _metadata, ...action }) => ({ observation: observe(action), reward: 0.25, done: false }),
  };
});

describe("the rich environment", () => {
  test("fills in what the caller left out", async () => {
    await using env = await connectInProcess(RichEnv, richServer);
    const { observation } = await env.step({ mode: "fancy", point: { x: 2 } });
    expect(observation).toEqual({
      mode: "fancy",
      point: { x: 2, y: 0 },
      path: [],
      note: null,
      value: 0,
      color: "red",
      weights: {},
      grid: [],
      shape: null,
      tree: null,
      serial: 0n,
      text: "",
      total_weight: 0,
      pair: [1, "a"],
      big: BIG,
      image_base64: "",
    });
  });

  test("carries integers of any size, recursion and tagged unions", async () => {
    await using env = await connectInProcess(RichEnv, richServer);
    const tree = { label: "root", children: [{ label: "leaf", children: [{ label: "bud" }] }] };
    const { observation } = await env.step({
      mode: "plain",
      point: { x: 0 },
      serial: -BIG,
      shape: { kind: "square", side: 1 },
      tree,
    });
    expect(observation.serial).toBe(-BIG);
    expect(observation.shape).toEqual({ kind: "square", side: 1 });
    expect(observation.tree?.children[0]?.children[0]).toEqual({ label: "bud", children: [] });
  });

  test("refuses what the schema refuses", async () => {
    await using env = await connectInProcess(RichEnv, richServer);
    const wrong: object[] = [
      { mode: "other", point: { x: 0 } },
      { mode: "plain" },
      { mode: "plain", point: { x: 0, z: 0 } },
      { mode: "plain", point: { x: 0 }, shape: { kind: "circle", radius: 0 } },
      { mode: "plain", point: { x: 0 }, text: "🙂".repeat(5001) },
      { mode: "plain", point: { x: 0 }, unknown: 1 },
    ];
    for (const action of wrong) {
      const error: unknown = await env.step(action as never).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ValidationError);
    }
    const { observation } = await env.step({ mode: "plain", point: { x: 0 }, text: "🙂".repeat(5000) });
    expect([...observation.text]).toHaveLength(5000);
  });
});

test("defaults are never shared between two values", () => {
  const parse = (): { path: unknown[]; weights: Record<string, number> } =>
    RichAction.parse({ mode: "plain", point: { x: 0 } });
  parse().path.push(1);
  parse().weights["a"] = 1;
  expect(parse()).toMatchObject({ path: [], weights: {} });
});

test("the counter's own state comes with the fields of the base", async () => {
  const server = defineCounterEnvironment(() => ({
    reset: ({ start, seed }) => ({ observation: { value: start ?? seed ?? 0, history: [] } }),
    step: ({ delta }) => ({ observation: { value: delta, history: [delta] }, reward: delta, done: true }),
    state: () => ({ value: 7 }),
  }));
  await using env = await connectInProcess(CounterEnv, server);
  expect((await env.reset({ start: 3, episode_id: "e1" })).observation.value).toBe(3);
  await env.step({ delta: 2 });
  expect(await env.state()).toEqual({ value: 7, seed: null, finished: false, episode_id: "e1", step_count: 1 });
  expect(CounterState.parse({ more: 1 })).toEqual({
    value: 0,
    seed: null,
    finished: false,
    episode_id: null,
    step_count: 0,
    more: 1,
  } as never);
});

describe("hostile names and texts", () => {
  test("stay what they are", () => {
    expect(hostileManifest.description).toBe(hostileTexts.join(" "));
    expect(hostileActionJsonSchema["description"]).toBe(hostileTexts.join("\n"));
    const properties = hostileActionJsonSchema["properties"] as Record<string, { description: string }>;
    expect(Object.keys(properties).toSorted()).toEqual([...hostileNames, "metadata", "text"].toSorted());
    for (const [index, name] of hostileNames.entries()) {
      expect(properties[name]?.description ?? "").toBe(hostileTexts[index % hostileTexts.length] ?? "");
    }
  });

  test("are validated, each under its own name", () => {
    const all = Object.fromEntries(hostileNames.map((name) => [name, name]));
    expect(HostileAction.parse({ ...all, text: "*/" })).toEqual({ ...all, text: "*/" } as never);
    for (const name of hostileNames) {
      expect(HostileAction.safeParse({ [name]: 1, text: "*/" }).success).toBe(false);
      expect(HostileAction.safeParse({ [name]: "", text: "*/" }).success).toBe(true);
    }
    expect(HostileAction.safeParse({ text: "*/", isPrototypeOf: "x" }).success).toBe(false);
  });
});
