import { expect, test } from "bun:test";
import { CapacityReachedError, ExecutionError, GenericEnvClient, SessionLostError } from "@openenv/core";
import { createEnvServer, defineEnvironment } from "@openenv/core/server";
import { connectInProcess, linkTo } from "@openenv/core/testing";
import { rejects } from "../client/support.ts";
import { CounterEnv, counterServer, counterSpec } from "./counter-env.ts";
import { QuizEnv, quizServer } from "./quiz-env.ts";

test("IN-08: a client drives a server of the same process as it would over a socket", async () => {
  await using env = await connectInProcess(CounterEnv, counterServer());
  expect(env).toBeInstanceOf(CounterEnv);
  const { observation, reward } = await env.reset({ seed: 7, start: 5, episode_id: "mine" });
  expect([observation, reward]).toEqual([{ total: 5, average: Number.NaN }, null]);
  const [first, second] = await Promise.all([env.step({ amount: 3 }), env.step({})]);
  expect([first.observation.total, second.observation.total]).toEqual([8, 9]);
  expect(await env.state()).toEqual({ episode_id: "mine", step_count: 2, total: 9 });
  expect((await env.step({ amount: 91 })).done).toBe(true);
});

test("an error of the environment is the client's error, and the session goes on", async () => {
  await using env = await connectInProcess(CounterEnv, counterServer());
  await env.reset();
  await rejects(env.step({ amount: 13 }), ExecutionError);
  expect((await env.step({ amount: 1 })).observation.total).toBe(14);
});

test("closing the client closes its environment and its server, once", async () => {
  const calls: string[] = [];
  const definition = counterServer(() => calls.push("environment"));
  const server = defineEnvironment(counterSpec, definition.factory, { close: () => void calls.push("server") });
  const env = await connectInProcess(CounterEnv, server);
  await env.reset();
  await Promise.all([env.close(), env.close()]);
  expect(calls).toEqual(["environment", "server"]);
});

test("a setup that fails rejects the connection and closes the server", async () => {
  const calls: string[] = [];
  const server = defineEnvironment(counterSpec, counterServer().factory, {
    setup: () => Promise.reject(new Error("no database")),
    close: () => void calls.push("closed"),
  });
  await rejects(connectInProcess(CounterEnv, server), Error, /no database/);
  await Bun.sleep(0);
  expect(calls).toEqual(["closed"]);
});

test("several clients share a running server, within its capacity", async () => {
  await using server = createEnvServer(counterServer(), { maxConcurrentEnvs: 2, variables: {} });
  await using first = await connectInProcess(CounterEnv, server);
  await using second = await connectInProcess(GenericEnvClient, server);
  await Promise.all([first.reset({ start: 1 }), second.reset({ start: 2 })]);
  await using third = await connectInProcess(CounterEnv, server);
  await rejects(third.reset(), CapacityReachedError);
  expect((await first.step({})).observation.total).toBe(2);
  expect((await second.step({})).observation["total"]).toBe(3);
  await first.close();
  // OE-24, OE-29: the slot is free as soon as close() has resolved.
  expect((await third.reset({ start: 9 })).observation.total).toBe(9);
  expect(server.activeSessions).toBe(2);
});

test("OE-05: a server that shuts down is a lost session", async () => {
  const server = createEnvServer(counterServer(), { variables: {} });
  const env = new CounterEnv({ baseUrl: "http://in-process", connect: linkTo(server) });
  await env.reset();
  await server.close();
  await rejects(env.step({}), SessionLostError, /1001/);
  await env.close();
});

test("a further session is one of the same server, and closing it closes nothing else; tasks need no port either", async () => {
  await using env = await connectInProcess(QuizEnv, quizServer());
  const other = await env.newSession();
  await Promise.all([env.reset({ episode_id: "one" }), other.reset({ episode_id: "two" })]);
  expect((await other.state()).episode_id).toBe("two");
  await other.close();
  expect((await env.state()).episode_id).toBe("one");
  expect(await env.listTasks("test")).toEqual([30, 40]);
});
