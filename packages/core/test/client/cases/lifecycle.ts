/** Opening and closing clients, and many of them at once. */
import assert from "node:assert/strict";
import process from "node:process";
import { ClientClosedError, EnvClient, GenericEnvClient, SessionLostError } from "@openenv/core";
import { FakeServer } from "../fake-server.ts";
import { type ClientCase, echo, rejection, rejects } from "../support.ts";

export const lifecycleCases: readonly ClientCase[] = [
  {
    name: "OE-09: baseUrl can be read and not assigned",
    async run() {
      const env = new GenericEnvClient({ baseUrl: "HTTP://localhost:8000/" });
      assert.equal(env.baseUrl, "http://localhost:8000");
      assert.throws(() => Object.assign(env, { baseUrl: "http://elsewhere" }), TypeError);
      await env.close();
    },
  },
  {
    name: "OE-10: `await using` closes the client",
    async run() {
      await using server = await FakeServer.start({ message: echo });
      {
        await using env = await GenericEnvClient.connect(server.url);
        await env.reset();
      }
      const connection = await server.connection(0);
      assert.equal(await connection.ended, 1000);
      assert.equal(connection.messages.at(-1), '{"type":"close"}');
    },
  },
  {
    name: "OE-12: sixteen clients step at the same time",
    async run() {
      const waiting: (() => void)[] = [];
      await using server = await FakeServer.start({
        message(connection, text) {
          if (text.includes("close")) return connection.close(1000);
          waiting.push(() => echo(connection, text));
          // No reply before all have asked: one at a time would wait for ever.
          if (waiting.length === 16) for (const answer of waiting) answer();
        },
      });
      const clients = Array.from({ length: 16 }, () => new GenericEnvClient({ baseUrl: server.url }));
      const results = await Promise.all(clients.map((env, n) => env.step({ n })));
      assert.deepEqual(
        results.map((result) => result.observation["n"]),
        clients.map((_, n) => n),
      );
      await Promise.all(clients.map((env) => env.close()));
    },
  },
  {
    name: "OE-24: close() never opens a connection",
    async run() {
      await using server = await FakeServer.start({ message: echo });
      const unused = new GenericEnvClient({ baseUrl: server.url });
      await unused.close();
      await rejects(unused.reset(), ClientClosedError);
      assert.equal(server.accepted, 0);
      const dropped = new GenericEnvClient({ baseUrl: server.url });
      await dropped.reset();
      const connection = await server.connection(0);
      connection.close(1001);
      await connection.ended;
      await dropped.close();
      assert.equal(server.accepted, 1);
    },
  },
  {
    name: "OE-24: close() while connecting gives the connection up",
    async run() {
      await using server = await FakeServer.start({ upgrade: () => {} });
      const env = new GenericEnvClient({ baseUrl: server.url });
      const reset = env.reset();
      const connection = await server.connection(0);
      await env.close();
      await rejects(reset, ClientClosedError);
      await connection.ended;
    },
  },
  {
    name: "OE-28: two hundred sessions come and go without a sound",
    async run() {
      await using server = await FakeServer.start({ message: echo });
      for (let n = 0; n < 200; n += 1) {
        const env = await GenericEnvClient.connect(server.url);
        await env.reset();
        await env.close();
      }
      const codes = await Promise.all(server.connections.map((connection) => connection.ended));
      assert.deepEqual(new Set(codes), new Set([1000]));
    },
  },
  {
    name: "OE-28: one signal for every call of many clients warns of nothing, and ends them all",
    async run() {
      const warnings: unknown[] = [];
      const note = (warning: unknown): number => warnings.push(warning);
      process.on("warning", note);
      await using server = await FakeServer.start({ message: () => {} });
      const controller = new AbortController();
      const { signal } = controller;
      const clients = Array.from({ length: 8 }, () => new GenericEnvClient({ baseUrl: server.url }));
      const calls = clients.flatMap((env) => [
        env.reset({}, { signal }),
        env.step({}, { signal }),
        env.state({ signal }),
      ]);
      const last = await server.connection(7);
      for (let n = 0; n < 3; n += 1) await last.next();
      controller.abort("the end");
      const outcomes = await Promise.all(calls.map(rejection));
      process.off("warning", note);
      assert.deepEqual(
        outcomes,
        Array.from({ length: 24 }, () => "the end"),
      );
      assert.deepEqual(warnings, []);
      await Promise.all(clients.map((env) => env.close()));
    },
  },
  {
    name: "OE-30: ten first calls open one connection, parallel closes are one close",
    async run() {
      await using server = await FakeServer.start({ message: echo });
      const env = new GenericEnvClient({ baseUrl: server.url });
      const results = await Promise.all(Array.from({ length: 10 }, (_, n) => env.step({ n })));
      assert.deepEqual(
        results.map((result) => result.observation["n"]),
        Array.from({ length: 10 }, (_, n) => n),
      );
      await Promise.all([env.close(), env.close(), env[Symbol.asyncDispose]()]);
      const { messages } = await server.connection(0);
      assert.equal(messages.filter((text) => text.includes("close")).length, 1);
      assert.equal(server.accepted, 1);
    },
  },
  {
    name: "OE-30: close() rejects the calls in flight at once",
    async run() {
      await using server = await FakeServer.start({ message: () => {} });
      const env = new GenericEnvClient({ baseUrl: server.url });
      const calls = [env.reset(), env.step({}), env.state()];
      await (await server.connection(0)).next();
      const closed = env.close();
      for (const call of calls) await rejects(call, ClientClosedError);
      await closed;
      for (const call of [env.reset(), env.step({}), env.state(), env.connect()])
        await rejects(call, ClientClosedError);
    },
  },
  {
    name: "DESIGN §4: resetAsync, stepAsync and stateAsync are the same calls; a client needs no subclass",
    async run() {
      await using server = await FakeServer.start({ message: echo });
      await using env = new EnvClient({ baseUrl: server.url });
      assert.deepEqual((await env.resetAsync({ seed: 1 })).observation, { seed: 1 });
      assert.deepEqual((await env.stepAsync({ a: 1 })).observation, { a: 1 });
      assert.deepEqual(await env.stateAsync(), { episode_id: "e", step_count: 1 });
    },
  },
  {
    name: "OE-03: a server that went away while nothing was asked is noticed by the next call",
    async run() {
      await using server = await FakeServer.start({ message: echo });
      const env = await GenericEnvClient.connect(server.url);
      const connection = await server.connection(0);
      connection.cut();
      await connection.ended;
      await rejects(env.step({}), SessionLostError);
      assert.deepEqual((await env.reset({ a: 1 })).observation, { a: 1 });
      await env.close();
    },
  },
];
