/** Addresses, options, and the opening handshake. */
import assert from "node:assert/strict";
import process from "node:process";
import { ConnectionFailedError, GenericEnvClient, InvalidArgumentError, TimeoutError } from "@openenv/core";
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

export const connectingCases: readonly ClientCase[] = [
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
];
