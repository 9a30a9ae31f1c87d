/** Providers of the caller's own: what they may be, and what becomes of those that misbehave. */
import assert from "node:assert/strict";
import {
  GenericEnvClient,
  InvalidArgumentError,
  ProviderError,
  type ProviderSource,
  SessionLostError,
  SyncUnsupportedError,
  TimeoutError,
} from "@openenv/core";
import { rejection } from "../../client/support.ts";
import { FakeLogs } from "../fake-logs.ts";
import { type FakeOptions, noted } from "../fake-provider.ts";
import { type ClientCase, startPuppet, thrown, throws } from "../support.ts";

export const providerCases: readonly ClientCase[] = [
  {
    name: "issue 5: a provider of the caller's own is given as { module, export, options }",
    async run() {
      await using server = await startPuppet();
      using logs = new FakeLogs();
      const { provider, log } = logs.provider({ url: server.url });
      const description = provider.description();
      {
        await using awaited = await GenericEnvClient.fromEnv("a", { provider: description });
        await awaited.reset();
        using blocked = GenericEnvClient.fromEnvSync("b", { provider: description });
        blocked.reset();
      }
      assert.deepEqual(
        noted(log).filter((line) => line.startsWith("start")),
        ["start a", "start b"],
      );
      const nowhere = { module: "openenv-no-such-package", export: "P", options: {} };
      const nameless = { ...description, export: "NoProvider" };
      for (const [source, why] of [
        [nowhere, /Cannot load P from openenv-no-such-package/],
        [nameless, /There is no NoProvider in /],
      ] as const) {
        const error = await rejection(GenericEnvClient.fromEnv("a", { provider: source }));
        assert.ok(error instanceof ProviderError);
        assert.match(error.message, why);
        const syncError = throws(() => GenericEnvClient.fromEnvSync("a", { provider: source }), ProviderError, why);
        assert.equal(syncError.stage, "setup");
      }
      const neither = { provider: {} as ProviderSource };
      throws(() => GenericEnvClient.fromEnvSync("a", neither), InvalidArgumentError, /module, export, options/);
    },
  },
  {
    name: "issue 5: a provider that cannot be made anew is refused by name to a blocking caller",
    async run() {
      await using server = await startPuppet();
      using logs = new FakeLogs();
      const { provider, log } = logs.provider({ url: server.url });
      const secretive = logs.provider({ url: server.url, secretive: true });
      throws(
        () => GenericEnvClient.fromDockerImageSync("image", { provider: secretive.provider }),
        SyncUnsupportedError,
        /fake provider .* has no describe\(\).*\{ module, export, options \}/,
      );
      const options = { log, url: server.url, hook: () => {} };
      throws(
        () => GenericEnvClient.fromEnvSync("e", { provider: { ...provider.description(), options } }),
        SyncUnsupportedError,
        /FakeProvider cannot be given to another thread/,
      );
      assert.deepEqual([...noted(log), ...noted(secretive.log)], []);
    },
  },
  {
    name: "issue 5: a provider that hangs or ends its thread is an error within the limit",
    async run() {
      await using server = await startPuppet();
      using logs = new FakeLogs();
      const start = (how: FakeOptions["start"]) => (): unknown => {
        const { provider } = logs.provider({ url: server.url, ...(how !== undefined && { start: how }) });
        return GenericEnvClient.fromDockerImageSync("image", { provider, timeoutMs: 5000 });
      };
      throws(start("exit"), ProviderError, /worker ended/);
      throws(start("crash"), ProviderError, /worker (?:crashed|ended)/);
      const hung = logs.provider({ url: server.url, start: "spin" });
      throws(
        () => GenericEnvClient.fromDockerImageSync("image", { provider: hung.provider, timeoutMs: 300 }),
        TimeoutError,
        /did not react within timeoutMs \(300 ms\)/,
      );
      // Clients live in another thread, and never noticed.
      using env = GenericEnvClient.sync(server.url);
      env.reset();
    },
  },
  {
    name: "issue 5: a lost session says what became of the server that was started for it",
    async run() {
      await using server = await startPuppet();
      using logs = new FakeLogs();
      const fake = { url: server.url, end: "out of memory" };
      await using awaited = await GenericEnvClient.fromEnv("e", { provider: logs.provider(fake).provider });
      using blocked = GenericEnvClient.fromEnvSync("e", { provider: logs.provider(fake).provider });
      await awaited.reset();
      blocked.reset();
      const cut = { cut: true };
      for (const error of [await rejection(awaited.step(cut)), thrown(() => blocked.step(cut))]) {
        assert.ok(error instanceof SessionLostError);
        assert.match(error.message, /\nout of memory$/);
        assert.equal((error.cause as Error).message, "out of memory");
      }
    },
  },
];
