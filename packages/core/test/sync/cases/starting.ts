/** Clients whose server is started for them, awaited and blocking: OE-09, OE-58, OE-65, OE-71, OE-76. */
import assert from "node:assert/strict";
import {
  ConnectionFailedError,
  GenericEnvClient,
  InvalidArgumentError,
  type LaunchOptions,
  ProviderError,
  TimeoutError,
} from "@openenv/core";
import { rejection } from "../../client/support.ts";
import { FakeLogs } from "../fake-logs.ts";
import { type FakeOptions, noted, progressInto } from "../fake-provider.ts";
import { type ClientCase, startPuppet, thrown, throws } from "../support.ts";

const NOBODY = "http://127.0.0.1:1";

function enough(): never {
  throw new Error("enough");
}

/** What a failing start gives, awaited and blocking; each with a provider of its own. */
async function bothFailures(
  logs: FakeLogs,
  fake: Omit<FakeOptions, "log">,
  options: LaunchOptions = {},
): Promise<readonly { readonly error: unknown; readonly notes: string[] }[]> {
  const first = logs.provider(fake);
  const error = await rejection(GenericEnvClient.fromDockerImage("image", { ...options, provider: first.provider }));
  const second = logs.provider(fake);
  const syncError = thrown(() =>
    GenericEnvClient.fromDockerImageSync("image", { ...options, provider: second.provider }),
  );
  return [
    { error, notes: noted(first.log) },
    { error: syncError, notes: noted(second.log) },
  ];
}

export const startingCases: readonly ClientCase[] = [
  {
    name: "OE-09: the started server's URL can be read; close() stops the server, awaited and blocking",
    async run() {
      await using server = await startPuppet();
      using logs = new FakeLogs();
      const first = logs.provider({ url: server.url });
      {
        await using env = await GenericEnvClient.fromDockerImage("image", { provider: first.provider });
        assert.equal(env.baseUrl, server.url);
        assert.equal(first.provider.baseUrl, server.url);
        await env.reset();
      }
      assert.deepEqual(noted(first.log), ["start image", "ready undefined", "stop"]);
      const second = logs.provider({ url: server.url });
      {
        using env = GenericEnvClient.fromEnv("owner/name", { provider: second.provider }).sync();
        assert.equal(env.baseUrl, server.url);
        env.reset();
      }
      assert.deepEqual(noted(second.log), ["start owner/name", "ready undefined", "stop"]);
      const third = logs.provider({ url: server.url });
      GenericEnvClient.fromEnvSync("here", { provider: third.provider }).close();
      assert.deepEqual(noted(third.log), ["start here", "ready undefined", "stop"]);
    },
  },
  {
    name: "issue 5: a server is started exactly once, and never when nobody asks",
    async run() {
      await using server = await startPuppet();
      using logs = new FakeLogs();
      const unused = logs.provider({ url: server.url });
      void GenericEnvClient.fromDockerImage("image", { provider: unused.provider });
      const awaited = logs.provider({ url: server.url });
      const lazy = GenericEnvClient.fromDockerImage("image", { provider: awaited.provider });
      const [one, two] = await Promise.all([lazy, lazy.then((client) => client), lazy.finally(() => {})]);
      assert.equal(one, two);
      await one.close();
      const blocked = logs.provider({ url: server.url });
      const other = GenericEnvClient.fromDockerImage("image", { provider: blocked.provider });
      assert.equal(other.sync(), other.sync());
      other.sync().close();
      const failing = logs.provider({ url: server.url, start: "fail" });
      const failed = GenericEnvClient.fromDockerImage("image", { provider: failing.provider });
      assert.equal(
        thrown(() => failed.sync()),
        thrown(() => failed.sync()),
      );
      assert.deepEqual(noted(unused.log), []);
      for (const { log } of [awaited, blocked])
        assert.deepEqual(noted(log), ["start image", "ready undefined", "stop"]);
      assert.deepEqual(noted(failing.log), ["start image", "stop"]);
    },
  },
  {
    name: "OE-65: what fails after the start stops the server, and the error says what it was",
    async run() {
      await using server = await startPuppet();
      using logs = new FakeLogs();
      for (const { error, notes } of await bothFailures(logs, { url: server.url, start: "fail" })) {
        assert.ok(error instanceof TypeError);
        assert.deepEqual([error.message, (error as { code?: string }).code], ["cannot start", "EFAKE"]);
        assert.deepEqual(notes, ["start image", "stop"]);
      }
      for (const { error, notes } of await bothFailures(logs, { url: server.url, ready: "fail" })) {
        assert.equal((error as Error).message, "not healthy");
        assert.deepEqual(notes, ["start image", "ready undefined", "stop"]);
      }
      for (const { error, notes } of await bothFailures(logs, { url: NOBODY })) {
        assert.ok(error instanceof ConnectionFailedError);
        assert.deepEqual(notes, ["start image", "ready undefined", "stop"]);
      }
      // A server that cannot be stopped is told of too, and close() tries again.
      for (const { error } of await bothFailures(logs, { url: server.url, ready: "fail", stopFailures: 9 })) {
        assert.ok(error instanceof ProviderError);
        assert.deepEqual([error.stage, error.message], ["stop", "not healthy\nAnd then: cannot stop"]);
      }
      const stubborn = logs.provider({ url: server.url, stopFailures: 1 });
      using env = GenericEnvClient.fromDockerImageSync("image", { provider: stubborn.provider });
      assert.equal((thrown(() => env.close()) as Error).message, "cannot stop");
      env.close();
      assert.deepEqual(noted(stubborn.log), ["start image", "ready undefined", "stop", "stop"]);
    },
  },
  {
    name: "OE-58: one limit covers start, readiness and connecting, also for a provider that heeds none",
    async run() {
      await using server = await startPuppet();
      using logs = new FakeLogs();
      for (const fake of [{ start: "never" }, { ready: "never" }] as const) {
        for (const { error, notes } of await bothFailures(logs, { url: server.url, ...fake }, { timeoutMs: 300 })) {
          assert.ok(error instanceof TimeoutError, String(error));
          assert.match(error.message, /timeoutMs \(\d+ ms\)/);
          // On a busy machine time may be over before the worker is there: then nothing was started.
          assert.equal(notes.at(-1) ?? "stop", "stop");
        }
      }
      const aborted = logs.provider({ url: server.url, ready: "never" });
      const controller = new AbortController();
      const { signal } = controller;
      const starting = rejection(GenericEnvClient.fromDockerImage("image", { provider: aborted.provider, signal }));
      controller.abort(new Error("no longer"));
      assert.equal(await starting, signal.reason);
      assert.equal(noted(aborted.log).at(-1), "stop");
    },
  },
  {
    name: "OE-71: readyTimeoutMs, client options and progress reach where they belong",
    async run() {
      await using server = await startPuppet();
      using logs = new FakeLogs();
      for (const { error, notes } of await bothFailures(
        logs,
        { url: server.url, ready: "never" },
        { readyTimeoutMs: 50 },
      )) {
        assert.ok(error instanceof TimeoutError, String(error));
        assert.match(error.message, /readyTimeoutMs \(50 ms\)/);
        assert.deepEqual(notes, ["start image", "ready 50", "stop"]);
      }
      const messages: string[] = [];
      const onProgress = progressInto(messages);
      const options = { messageTimeoutMs: 50, onProgress };
      const { provider } = logs.provider({ url: server.url });
      await using awaited = await GenericEnvClient.fromDockerImage("image", { ...options, provider });
      assert.ok((await rejection(awaited.step({ never: true }))) instanceof TimeoutError);
      const other = logs.provider({ url: server.url });
      using blocked = GenericEnvClient.fromDockerImageSync("image", { ...options, provider: other.provider });
      throws(() => blocked.step({ never: true }), TimeoutError);
      assert.deepEqual(messages, ["one", "two", "one", "two"]);
      // What the hook throws ends the start.
      for (const { error, notes } of await bothFailures(logs, { url: server.url }, { onProgress: enough })) {
        assert.equal((error as Error).message, "enough");
        assert.equal(notes.at(-1), "stop");
      }
      const none = logs.provider({ url: server.url });
      const mistaken = { provider: none.provider, readyTimeout: 5 } as LaunchOptions;
      throws(() => GenericEnvClient.fromDockerImage("image", mistaken).sync(), InvalidArgumentError, /readyTimeout/);
      assert.deepEqual(noted(none.log), []);
    },
  },
  {
    name: "OE-76: the provider's headers go with the handshake, and https becomes wss",
    async run() {
      await using server = await startPuppet();
      using logs = new FakeLogs();
      const headers = { "x-token": "t", "x-own": "provider" };
      const own = { "x-own": "caller" };
      const first = logs.provider({ url: server.url, headers });
      await using awaited = await GenericEnvClient.fromEnv("e", { provider: first.provider, headers: own });
      const second = logs.provider({ url: server.url, headers });
      using blocked = GenericEnvClient.fromEnvSync("e", { provider: second.provider, headers: own });
      const tell = { tell: true };
      for (const { observation } of [await awaited.step(tell), blocked.step(tell)]) {
        assert.match(String(observation["head"]), /^x-token: t\r?$/im);
        assert.match(String(observation["head"]), /^x-own: caller\r?$/im);
      }
      const asked: unknown[] = [];
      const remote = logs.provider({ url: "https://sandbox.example/env", headers });
      const connect = (url: string, options: { readonly headers?: unknown }): Promise<never> => {
        asked.push(url, options.headers);
        return Promise.reject(new Error("far away"));
      };
      await rejection(GenericEnvClient.fromEnv("e", { provider: remote.provider, connect }));
      assert.deepEqual(asked, ["wss://sandbox.example/env/ws", headers]);
    },
  },
];
