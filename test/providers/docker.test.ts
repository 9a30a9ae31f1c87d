/** LocalDockerProvider against a real engine, Docker's and Podman's. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { GenericEnvClient, type ProviderError, SessionLostError, TimeoutError } from "@openenv/core";
import {
  connectThrough,
  listContainers,
  LocalDockerProvider,
  type LocalDockerProviderOptions,
  pruneContainers,
} from "@openenv/core/providers";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dockerEngine, engineCommand, podmanEngine, type Missing, type TestEngine } from "./harness/engine.ts";
import { baseImage, connection, containersOf, envImage } from "./harness/images.ts";
import { rejection } from "./harness/rejection.ts";
import { until } from "./harness/processes.ts";

const root = join(import.meta.dirname, "../..");
const full = process.env["OPENENV_TEST_FULL"] === "1";

/** What is read of the engine's own words. */
interface EngineFacts {
  readonly HostConfig: unknown;
  readonly Config: { readonly User: string; readonly Env: readonly string[] };
  readonly NetworkSettings: { readonly Ports: Readonly<Record<string, readonly { readonly HostIp: string }[]>> };
}

for (const [name, engine] of [["docker", dockerEngine()] as const, ["podman", podmanEngine()] as const]) {
  suite(name, engine);
}

function suite(name: string, found: TestEngine | Missing): void {
  if ("missing" in found) {
    test.skip(`${name}: ${found.missing}`, () => {});
    return;
  }
  const engine = found;
  const made: LocalDockerProvider[] = [];
  const provider = (options: LocalDockerProviderOptions = {}): LocalDockerProvider => {
    const each = new LocalDockerProvider({ ...connection(engine), ...options });
    made.push(each);
    return each;
  };
  /** A server of the fixtures, mounted into the base image: for behaviour that no environment has. */
  const odd = (mode: string, options: LocalDockerProviderOptions = {}): LocalDockerProvider =>
    provider({
      image: baseImage(engine),
      mounts: [{ source: join(import.meta.dirname, "fixtures"), target: "/fixtures", readOnly: true }],
      command: ["bun", "/fixtures/odd-server.ts"],
      ...options,
      env: { MODE: mode, HOST: "0.0.0.0", PORT: "8000", ...options.env },
    });

  /** What is the same code on every engine is tried on one, in the short form. */
  const testOnOne = name === "docker" || full ? test : undefined;

  describe(name, () => {
    beforeAll(async () => void (await envImage(engine, "echo-env")), 120_000);
    afterEach(async () => {
      await Promise.all(made.splice(0).map((each) => each.stop()));
      expect(containersOf(engine)).toEqual([]);
    }, 60_000);
    afterAll(() => {
      for (const container of containersOf(engine)) engineCommand(engine, "rm", "--force", container);
    });

    test("echo-env: build, run, connect, step, stop", async () => {
      const started = provider({ maxConcurrentEnvs: 3, labels: { mine: "yes" } });
      const stages: string[] = [];
      const onProgress = ({ stage }: { stage: string }): number => stages.push(stage);
      const { baseUrl } = await started.start(await envImage(engine, "echo-env"), { onProgress });
      expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      await started.waitForReady();
      expect(stages).toEqual(["start"]);
      await using env = await GenericEnvClient.connect(baseUrl);
      await env.reset();
      expect((await env.step({ message: "hi" })).observation["echoed_message"]).toBe("hi");
      expect(await started.logs()).toContain("serving echo_env on");
      const [listed] = await listContainers(connection(engine));
      expect(listed).toMatchObject({ state: "running", baseUrl, owner: { pid: process.pid, isAlive: true } });
      await env.close();
      const clients = Array.from({ length: 3 }, () => new GenericEnvClient({ baseUrl }));
      await Promise.all(clients.map((client) => client.reset()));
      await using fourth = new GenericEnvClient({ baseUrl });
      expect(await rejection(fourth.reset())).toMatchObject({ code: "CAPACITY_REACHED", maxSessions: 3 });
      await Promise.all(clients.map((client) => client.close()));
    }, 60_000);

    test("options reach the engine", async () => {
      const started = odd("serve", {
        memory: "256m",
        cpus: 0.5,
        platform: "linux/amd64",
        network: name === "docker" ? "bridge" : "podman",
        extraArgs: ["--read-only", "--user", "1000:1000"],
        secrets: { SECRET_TOKEN: "s3cr3t-value" },
        env: { LINES: "a\nb", PATH: "/usr/local/bin:/bin" },
      });
      await started.start();
      await started.waitForReady();
      const [container = ""] = containersOf(engine);
      const [facts] = JSON.parse(engineCommand(engine, "container", "inspect", container)) as [EngineFacts];
      expect(facts.HostConfig).toMatchObject({ Memory: 256 * 2 ** 20, NanoCpus: 5e8, ReadonlyRootfs: true });
      expect(facts.Config.User).toBe("1000:1000");
      expect(facts.Config.Env).toContain("SECRET_TOKEN=s3cr3t-value");
      expect(facts.Config.Env).toContain("LINES=a\nb");
      // Published for this machine only.
      expect(facts.NetworkSettings.Ports["8000/tcp"]?.map((port) => port.HostIp)).toEqual(["127.0.0.1"]);
      expect(await started.logs()).toContain("token ***");
    }, 30_000);

    test("SB-05: a container that dies, with its state and last lines; it is removed", async () => {
      const started = odd("crash", { secrets: { SECRET_TOKEN: "s3cr3t-value" } });
      // Whether it is noticed at the start or later is the engine's luck.
      const error = await rejection<ProviderError>(started.start().then(() => started.waitForReady()));
      expect(error).toMatchObject({ code: "PROVIDER_FAILED", stage: "run", details: { exitCode: 3, state: "exited" } });
      expect(error.message).toMatch(/ended with exit code 3.*the reason of the crash/s);
      expect(Bun.inspect(error)).not.toContain("s3cr3t-value");
      expect(containersOf(engine)).toEqual([]);
    }, 30_000);

    testOnOne?.(
      "a container that never becomes healthy times out and is removed",
      async () => {
        const sick = odd("sick", { readyTimeoutMs: 1000, stopTimeoutMs: 100 });
        await sick.start();
        const error = await rejection(sick.waitForReady());
        expect(error).toBeInstanceOf(TimeoutError);
        expect(error.message).toMatch(/\(1000 ms\): GET \/health answered 503.*mode sick/s);
        expect(containersOf(engine)).toEqual([]);
      },
      30_000,
    );

    test("killed in the middle of a step: SessionLostError with its state and last lines", async () => {
      await using bundle = await slowServer();
      const started = provider({
        image: baseImage(engine),
        mounts: [{ source: bundle.folder, target: "/app", readOnly: true }],
        command: ["bun", "/app/slow.js"],
        env: { HOST: "0.0.0.0", PORT: "8000" },
      });
      const { baseUrl } = await started.start();
      await started.waitForReady();
      await using env = new GenericEnvClient({ baseUrl, connect: connectThrough(started) });
      await env.reset();
      const step = rejection(env.step({ ms: 3000 }));
      engineCommand(engine, "kill", containersOf(engine)[0] ?? "");
      const error = await step;
      expect(error).toBeInstanceOf(SessionLostError);
      expect(error.message).toMatch(/ended with exit code 137 \(killed\).*serving slow/s);
    }, 30_000);

    if (name === "docker" && engine.engineHost !== undefined) {
      test("a context, and an engine on another machine", async () => {
        await using contexts = await dockerContexts({ theirs: engine.engineHost ?? "", away: "tcp://192.0.2.1:2375" });
        const started = new LocalDockerProvider({ image: await envImage(engine, "echo-env"), context: "theirs" });
        made.push(started);
        const { baseUrl } = await started.start();
        await started.waitForReady();
        expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:/);
        const remote = new LocalDockerProvider({ image: "any", context: "away" });
        expect((await rejection(remote.start())).message).toMatch(/runs on 192\.0\.2\.1.*Give publishOn/);
        await started.stop();
        expect(contexts.folder).toContain("openenv-context-");
      }, 30_000);
    }

    testOnOne?.(
      "a port that is taken, and one that is free",
      async () => {
        const taken = createServer().listen(0, "127.0.0.1");
        await new Promise((resolve) => taken.once("listening", resolve));
        const { port } = taken.address() as { port: number };
        const image = await envImage(engine, "echo-env");
        const error = await rejection<ProviderError>(provider({ image, port }).start());
        expect(error).toMatchObject({ stage: "start" });
        expect(error.message).toMatch(/address already in use|port is already allocated/i);
        expect(containersOf(engine)).toEqual([]);
        await new Promise((resolve) => taken.close(resolve));
        const { baseUrl } = await provider({ image, port }).start();
        expect(baseUrl).toBe(`http://127.0.0.1:${port}`);
      },
      30_000,
    );

    test("an image that is not there, with what the engine said", async () => {
      const never = await rejection<ProviderError>(provider({ image: "openenv-none:1", pull: "never" }).start());
      expect(never).toMatchObject({ stage: "start" });
      expect(never.message).toMatch(/did not start a container of openenv-none:1/);
      const missing = await rejection<ProviderError>(provider({ image: "127.0.0.1:1/none:1" }).start());
      expect(missing).toMatchObject({ stage: "fetch" });
      expect(missing.message).toMatch(/Cannot pull 127\.0\.0\.1:1\/none:1/);
    }, 30_000);

    testOnOne?.(
      "an abort at any moment leaves nothing",
      async () => {
        const reason = new Error("enough");
        const image = await envImage(engine, "echo-env");
        const delays = [0, 30, 150, 300];
        await Promise.all(
          delays.map(async (delay) => {
            const controller = new AbortController();
            const started = provider({ image });
            const start = started
              .start(undefined, { signal: controller.signal })
              .then(() => started.waitForReady({ signal: controller.signal }));
            setTimeout(() => controller.abort(reason), delay);
            // A start that was quicker is no failure.
            const error = await start.then(
              () => reason,
              (caught: unknown) => caught,
            );
            expect(error).toBe(reason);
            await started.stop();
          }),
        );
        expect(containersOf(engine)).toEqual([]);
      },
      60_000,
    );

    const cycles = full ? 50 : 10;
    testOnOne?.(
      `${cycles} starts and stops leave nothing`,
      async () => {
        const started = provider({ image: await envImage(engine, "echo-env") });
        for (let cycle = 0; cycle < cycles; cycle += 1) {
          const { baseUrl } = await started.start();
          await started.waitForReady();
          await using env = await GenericEnvClient.connect(baseUrl);
          await env.reset();
          await env.close();
          await started.stop();
        }
        expect(containersOf(engine)).toEqual([]);
        expect(engineCommand(engine, "volume", "ls", "--quiet")).toBe("");
      },
      240_000,
    );

    const atOnce = 8;
    testOnOne?.(
      `${atOnce} containers at once`,
      async () => {
        const image = await envImage(engine, "echo-env");
        const all = Array.from({ length: atOnce }, () => provider({ image }));
        const urls = await Promise.all(
          all.map(async (each, index) => {
            const { baseUrl } = await each.start();
            await each.waitForReady();
            await using env = await GenericEnvClient.connect(baseUrl);
            await env.reset();
            expect((await env.step({ message: `m${index}` })).observation["echoed_message"]).toBe(`m${index}`);
            return baseUrl;
          }),
        );
        expect(new Set(urls).size).toBe(atOnce);
        expect((await listContainers(connection(engine))).length).toBe(atOnce);
      },
      120_000,
    );

    test("what a dead process has left is found and pruned; what a living one has is not", async () => {
      const image = await envImage(engine, "echo-env");
      const ours = provider({ image });
      await ours.start();
      const options = JSON.stringify({ ...connection(engine), image, cleanupOnExit: false });
      const child = leaveContainer(options);
      expect(await child.exited).toBe(137);
      const alive = (await listContainers(connection(engine))).map(({ owner }) => owner.isAlive);
      expect(new Set(alive)).toEqual(new Set([false, true]));
      const pruned = await pruneContainers(connection(engine));
      expect(pruned.map(({ owner }) => owner.pid)).toEqual([child.pid]);
      expect(containersOf(engine).length).toBe(1);
      await pruneContainers({ ...connection(engine), all: true });
      expect(containersOf(engine)).toEqual([]);
      expect((await ours.explainEnd())?.message).toMatch(/was removed by somebody else/);
    }, 60_000);

    test("a process that is killed takes its containers along (OE-72)", async () => {
      const options = JSON.stringify({ ...connection(engine), image: await envImage(engine, "echo-env") });
      const child = leaveContainer(options);
      expect(await child.exited).toBe(137);
      await until("the container is gone", () => containersOf(engine).length === 0);
    }, 30_000);
  });
}

/** Docker contexts of our own, for as long as they are held. */
async function dockerContexts(
  hosts: Readonly<Record<string, string>>,
): Promise<AsyncDisposable & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "openenv-context-"));
  const before = process.env["DOCKER_CONFIG"];
  process.env["DOCKER_CONFIG"] = folder;
  for (const [context, host] of Object.entries(hosts)) {
    const { success, stderr } = Bun.spawnSync(["docker", "context", "create", context, "--docker", `host=${host}`], {
      env: { ...process.env },
    });
    if (!success) throw new Error(stderr.toString());
  }
  return {
    folder,
    async [Symbol.asyncDispose]() {
      if (before === undefined) delete process.env["DOCKER_CONFIG"];
      else process.env["DOCKER_CONFIG"] = before;
      await rm(folder, { recursive: true });
    },
  };
}

/** A process that starts a container and is killed. */
function leaveContainer(options: string): Bun.Subprocess {
  const file = join(import.meta.dirname, "fixtures/leave-container.ts");
  return Bun.spawn([process.execPath, file, options], { env: { ...process.env }, stdout: "ignore", stderr: "inherit" });
}

/** The slow environment of the interop suite, bundled: a step of it can be broken off. */
async function slowServer(): Promise<AsyncDisposable & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "openenv-slow-"));
  const entry = join(root, "test/interop/envs/slow/server/src/main.ts");
  const build = Bun.spawnSync([process.execPath, "build", entry, "--target=bun", `--outfile=${folder}/slow.js`]);
  if (!build.success) throw new Error(build.stderr.toString());
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}
