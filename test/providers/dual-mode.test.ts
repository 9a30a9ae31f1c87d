/** The constructors that start a server, over real Docker and real processes, awaited and blocking. */
import { afterEach, describe, expect, test } from "bun:test";
import { ProcessProvider, LocalDockerProvider, HubProvider } from "@openenv/core/providers";
import { EchoEnv } from "@openenv/echo-env";
import { join } from "node:path";
import { dockerEngine, engineCommand } from "./harness/engine.ts";
import { connection, containersOf, envImage } from "./harness/images.ts";
import { rejection } from "./harness/rejection.ts";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "packages/envs/echo-env");

describe("a process", () => {
  test("fromEnv: awaited and blocking", async () => {
    const provider = new HubProvider({ process: { runtime: "bun" } });
    {
      await using env = await EchoEnv.fromEnv(folder, { provider });
      await env.reset();
      expect((await env.step({ message: "hi" })).observation.echoed_message).toBe("hi");
      expect(env.baseUrl).toBe(provider.baseUrl as string);
    }
    expect(provider.baseUrl).toBeUndefined();
    using env = EchoEnv.fromEnv(folder, { provider }).sync();
    env.reset();
    expect(env.step({ message: "hey" }).observation.echoed_message).toBe("hey");
    env.close();
  }, 30_000);

  test("startSync, waitForReadySync, EchoEnv.sync, stopSync: as blocking trainers write it", () => {
    using provider = new ProcessProvider({ source: folder, runtime: "bun" });
    const { baseUrl } = provider.startSync();
    provider.waitForReadySync();
    expect(provider.baseUrl).toBe(baseUrl);
    using env = EchoEnv.sync(baseUrl);
    env.reset();
    expect(env.step({ message: "hey" }).reward).toBeCloseTo(0.3);
    expect(provider.logsSync()).toContain("serving echo_env");
    env.close();
    provider.stopSync();
    expect(provider.baseUrl).toBeUndefined();
  }, 30_000);

  test("a blocking start that fails says why", () => {
    const provider = new ProcessProvider({ source: "./nowhere" });
    expect(() => provider.startSync()).toThrow(/^There is no /);
    expect(() => provider.waitForReadySync()).toThrow(/no server/);
  }, 30_000);
});

const engine = dockerEngine();
if ("missing" in engine) test.skip(`docker: ${engine.missing}`, () => {});
else
  describe("docker", () => {
    const docker = (): LocalDockerProvider => new LocalDockerProvider(connection(engine));
    afterEach(() => expect(containersOf(engine)).toEqual([]), 30_000);

    test("fromDockerImage: awaited", async () => {
      await using env = await EchoEnv.fromDockerImage(await envImage(engine, "echo-env"), { provider: docker() });
      await env.reset();
      expect((await env.step({ message: "hi" })).observation.message_length).toBe(2);
    }, 60_000);

    test("fromDockerImage: blocking", async () => {
      const image = await envImage(engine, "echo-env");
      using env = EchoEnv.fromDockerImageSync(image, { provider: docker() });
      env.reset();
      expect(env.step({ message: "hi" }).observation.message_length).toBe(2);
      env.close();
    }, 60_000);

    test("OE-65: when anything fails after the start, the container is removed", async () => {
      const image = await envImage(engine, "echo-env");
      const connect = (): never => {
        throw new Error("no socket today");
      };
      const late = await rejection(EchoEnv.fromDockerImage(image, { provider: docker(), connect }));
      expect(late.message).toMatch(/no socket today/);
      expect(containersOf(engine)).toEqual([]);
      const limited = await rejection(EchoEnv.fromDockerImage(image, { provider: docker(), readyTimeoutMs: 1 }));
      expect(limited.message).toMatch(/\(1 ms\)/);
      expect(containersOf(engine)).toEqual([]);
    }, 60_000);

    test("SB-05: a lost session says what became of the container", async () => {
      await using env = await EchoEnv.fromDockerImage(await envImage(engine, "echo-env"), { provider: docker() });
      await env.reset();
      engineCommand(engine, "kill", containersOf(engine)[0] ?? "");
      const error = await rejection(env.step({ message: "x" }));
      expect(error).toMatchObject({ code: "SESSION_LOST" });
      expect(error.message).toMatch(/exit code 137 \(killed\).*serving echo_env/s);
    }, 60_000);
  });
