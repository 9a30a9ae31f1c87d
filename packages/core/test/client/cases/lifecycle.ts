/** Connecting, closing, and many clients at once. */
import assert from "node:assert/strict";
import process from "node:process";
import {
  ClientClosedError,
  ConnectionFailedError,
  EnvClient,
  GenericEnvClient,
  InvalidArgumentError,
  SessionLostError,
  TimeoutError,
} from "@openenv/core";
import { type FakeConnection, FakeServer } from "../fake-server.ts";
import { type ClientCase, echo, rejection, rejects } from "../support.ts";

/** Bun tells the status of a refused upgrade, but not its body. */
const tellsBody = process.versions["bun"] === undefined;

function make(options: object): GenericEnvClient {
  return new GenericEnvClient({ baseUrl: "http://h", ...options });
}

function withoutKey({ head }: FakeConnection): string {
  return head.replace(/sec-websocket-key: \S+/i, "");
}

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
    name: "OE-14: connecting leaves the process's environment alone",
    async run() {
      await using server = await FakeServer.start({ message: echo });
      const before = { ...process.env };
      const clients = await Promise.all(Array.from({ length: 20 }, () => GenericEnvClient.connect(server.url)));
      assert.deepEqual({ ...process.env }, before);
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
    name: "OE-76: headers go with the handshake",
    async run() {
      await using server = await FakeServer.start({ message: echo });
      await using _ = await GenericEnvClient.connect(server.url, {
        headers: { authorization: "Bearer t", "x-trace": "1" },
      });
      const { head } = await server.connection(0);
      assert.match(head, /^authorization: Bearer t$/im);
      assert.match(head, /^x-trace: 1$/im);
    },
  },
  {
    name: "SB-02: options survive a reconnect",
    async run() {
      await using server = await FakeServer.start({ message: echo });
      const env = new GenericEnvClient({ baseUrl: server.url, headers: { "x-trace": "1" }, messageTimeoutMs: 30 });
      await env.reset();
      const first = await server.connection(0);
      first.close(1012);
      await first.ended;
      await env.reset();
      assert.equal(withoutKey(await server.connection(1)), withoutKey(first));
      await env.close();
    },
  },
  {
    name: "SB-04, SB-01: an option that does not exist is refused, with those that were perhaps meant",
    async run() {
      assert.throws(() => make({ timeout: 1 }), /"timeout" is not an option .* connectTimeoutMs or messageTimeoutMs/);
      assert.throws(() => make({ messageTimeoutMs: 0 }), InvalidArgumentError);
      assert.throws(() => make({ pingIntervalMs: Number.NaN }), /pingIntervalMs/);
      assert.throws(() => new GenericEnvClient({ baseUrl: "ftp://h" }), /baseUrl/);
      await rejects(
        new GenericEnvClient({ baseUrl: "http://h" }).reset({}, { timeoutMs: -1 }),
        InvalidArgumentError,
        /timeoutMs/,
      );
    },
  },
  {
    name: "WS-15: a server that accepts and never answers is an error after connectTimeoutMs",
    async run() {
      await using server = await FakeServer.start({ upgrade: () => {} });
      const env = new GenericEnvClient({ baseUrl: server.url, connectTimeoutMs: 20 });
      const [connect, reset] = [env.connect(), env.reset()];
      await rejects(connect, TimeoutError, /connectTimeoutMs \(20 ms\)/);
      await rejects(reset, TimeoutError, /connectTimeoutMs/);
      await (
        await server.connection(0)
      ).ended;
      await env.close();
    },
  },
  {
    name: "WS-15: connect() can be given up by its signal, and the client goes on",
    async run() {
      let accepting = false;
      await using server = await FakeServer.start({
        message: echo,
        upgrade: (connection) => (accepting ? connection.accept() : undefined),
      });
      const controller = new AbortController();
      const connected = rejection(GenericEnvClient.connect(server.url, { signal: controller.signal }));
      const connection = await server.connection(0);
      controller.abort(new Error("no longer"));
      assert.equal(await connected, controller.signal.reason);
      await connection.ended;
      accepting = true;
      await using env = await GenericEnvClient.connect(server.url, { timeoutMs: 60_000 });
      assert.deepEqual((await env.reset({ a: 1 })).observation, { a: 1 });
    },
  },
  {
    name: "WS-20: a refused upgrade is an error with the status, and with the body where the runtime tells it",
    async run() {
      for (const status of [401, 403, 404, 503]) {
        await using server = await FakeServer.start({ upgrade: (connection) => connection.refuse(status, "because") });
        const env = new GenericEnvClient({ baseUrl: `${server.url}/?token=secret` });
        const error = await rejects(env.reset(), ConnectionFailedError, new RegExp(`answered ${status}`));
        assert.equal(error.details["status"], status);
        assert.equal(error.retryable, status === 503);
        if (tellsBody) assert.equal(error.details["body"], "because");
        assert.doesNotMatch(error.message, /secret/);
        await env.close();
      }
    },
  },
  {
    name: "WS-20: nobody listening is an error with the address and the cause, and the next call tries again",
    async run() {
      const gone = await FakeServer.start();
      const { url } = gone;
      await gone[Symbol.asyncDispose]();
      const env = new GenericEnvClient({ baseUrl: url });
      const error = await rejects(
        env.step({}),
        ConnectionFailedError,
        /Cannot connect to ws:\/\/127\.0\.0\.1:\d+\/ws: ./,
      );
      assert.equal(error.retryable, true);
      // No session was lost: there was none.
      await rejects(env.step({}), ConnectionFailedError);
      await env.close();
    },
  },
  {
    name: "NET-01: localhost reaches a server that listens on 127.0.0.1 only",
    async run() {
      await using server = await FakeServer.start({ message: echo });
      await using env = await GenericEnvClient.connect(`localhost:${server.port}`);
      assert.deepEqual((await env.reset({ a: 1 })).observation, { a: 1 });
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
