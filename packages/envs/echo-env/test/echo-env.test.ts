/** What echo_env does, over the wire. */
import { ValidationError } from "@openenv/core";
import { serve } from "@openenv/core/serve";
import { EchoEnv } from "@openenv/echo-env";
import { echoManifest } from "@openenv/echo-env/manifest";
import { Action, Observation, State } from "@openenv/echo-env/schema";
import { echoServer } from "@openenv/echo-env-server";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";

let server: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  server = await serve(echoServer, { port: 0 });
});
afterAll(() => server.close());

const messages: [string, number][] = [
  ["hi", 2],
  ["🙂", 1],
  ["e\u0301", 2],
  ["世界", 2],
  ['line\nbreak \u2028 \u0001 " \\ */', 21],
];

test.each(messages)("%p comes back with its length in code points", async (message, length) => {
  await using env = await EchoEnv.connect(server.url);
  await env.reset({ seed: 7 });
  const { observation, reward, done } = await env.step({ message });
  expect(observation).toEqual({ echoed_message: message, message_length: length });
  expect(reward).toBeCloseTo(length * 0.1);
  expect(done).toBe(false);
});

test("a reset greets, whatever the seed", async () => {
  await using env = await EchoEnv.connect(server.url);
  for (const seed of [undefined, 0, 7, -1]) {
    const { observation, reward, done } = await env.reset(seed === undefined ? {} : { seed });
    expect({ observation, reward, done }).toEqual({
      observation: { echoed_message: "ready", message_length: 0 },
      reward: null,
      done: false,
    });
  }
});

test("the state holds the last message until the next reset", async () => {
  await using env = await EchoEnv.connect(server.url);
  await env.reset({ episode_id: "first" });
  expect(await env.state()).toEqual({ last_message: null, episode_id: "first", step_count: 0 });
  await env.step({ message: "one" });
  await env.step({ message: "two" });
  expect(await env.state()).toEqual({ last_message: "two", episode_id: "first", step_count: 2 });
  await env.reset({ episode_id: "second" });
  expect(await env.state()).toEqual({ last_message: null, episode_id: "second", step_count: 0 });
});

test("sessions do not see each other", async () => {
  const sessions = await Promise.all(Array.from({ length: 16 }, () => EchoEnv.connect(server.url)));
  try {
    await Promise.all(sessions.map((env, index) => env.step({ message: `message ${index}` })));
    const states = await Promise.all(sessions.map((env) => env.state()));
    expect(states.map((state) => state.last_message)).toEqual(sessions.map((_, index) => `message ${index}`));
  } finally {
    await Promise.all(sessions.map((env) => env.close()));
  }
});

describe("what is no message", () => {
  test.each([{}, { message: "" }, { message: 1 }, { message: null }, { message: "x", mesage: "y" }])(
    "%j is refused, and the session goes on",
    async (action) => {
      await using env = await EchoEnv.connect(server.url);
      const error: unknown = await env.step(action as never).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ValidationError);
      expect((await env.step({ message: "still here" })).observation.echoed_message).toBe("still here");
    },
  );
});

test("the packages' validators agree with the server", () => {
  expect(Action.safeParse({ message: "x", metadata: { trace: 1 } }).success).toBe(true);
  expect(Action.safeParse({ message: "" }).success).toBe(false);
  expect(Observation.safeParse({ echoed_message: "x", message_length: -1 }).success).toBe(false);
  expect(State.parse({ last_message: null })).toEqual({ last_message: null, episode_id: null, step_count: 0 });
});

test("/schema and /metadata say what the manifest does", async () => {
  const schema = (await (await fetch(`${server.url}/schema`)).json()) as Record<string, unknown>;
  expect(schema).toMatchObject({ ...echoManifest.jsonSchema });
  const metadata = (await (await fetch(`${server.url}/metadata`)).json()) as Record<string, unknown>;
  expect(metadata).toMatchObject({ name: "echo_env", description: echoManifest.description, version: "0.1.0" });
});
