/** What must hold on every runtime. Framework-free: a case that fails throws. */
import { CapacityReachedError } from "@openenv/core";
import { EnvFleet } from "@openenv/core/fleet";
import { LocalDockerProvider, ProcessProvider, type LocalDockerProviderOptions } from "@openenv/core/providers";
import { EchoEnv } from "@openenv/echo-env";
import { deepStrictEqual, strictEqual, match, rejects } from "node:assert/strict";
import { join } from "node:path";
import process from "node:process";

/** What the runner tells a program of this suite. */
export interface SmokeSetup {
  /** The folder whose node_modules has the server package. */
  readonly cwd: string;
  /** Options of a Docker provider, or `null` where there is no engine. */
  readonly docker: LocalDockerProviderOptions | null;
}

export interface SmokeCase {
  readonly title: string;
  readonly run: (setup: SmokeSetup) => Promise<void> | void;
  /** Whether it needs an engine. */
  readonly docker?: boolean;
}

const SERVER = "@openenv/echo-env-server";

export const smokeCases: readonly SmokeCase[] = [
  {
    title: "a process: start, drive, stop",
    async run({ cwd }) {
      const provider = new ProcessProvider({ source: SERVER, cwd });
      const { baseUrl } = await provider.start();
      await provider.waitForReady();
      await drive(baseUrl);
      match(await provider.logs(), /serving echo_env on/);
      await provider.stop();
      strictEqual(provider.baseUrl, undefined);
    },
  },
  {
    title: "a process that ends at once says why",
    async run({ cwd }) {
      const provider = new ProcessProvider({ source: SERVER, cwd, args: ["--mode", "nonsense"] });
      await rejects(provider.start(), /ended with exit code 1.*mode/s);
    },
  },
  {
    title: "an abort stops it",
    async run({ cwd }) {
      const provider = new ProcessProvider({ source: SERVER, cwd });
      const reason = new Error("enough");
      const controller = new AbortController();
      const start = provider.start(undefined, { signal: controller.signal });
      controller.abort(reason);
      await rejects(start, (error) => error === reason);
    },
  },
  {
    title: "blocking: startSync, EchoEnv.sync, stopSync",
    run({ cwd }) {
      const provider = new ProcessProvider({ source: SERVER, cwd });
      const { baseUrl } = provider.startSync();
      provider.waitForReadySync();
      const env = EchoEnv.sync(baseUrl);
      env.reset();
      strictEqual(env.step({ message: "hi" }).observation.message_length, 2);
      env.close();
      provider.stopSync();
    },
  },
  {
    title: "a fleet of processes: spread, full, stopped",
    async run({ cwd }) {
      const provider = (): ProcessProvider => new ProcessProvider({ source: SERVER, cwd, maxConcurrentEnvs: 2 });
      await using fleet = await EnvFleet.start({ provider, replicas: 2, probeIntervalMs: 100 });
      const envs = await Promise.all(Array.from({ length: 4 }, () => fleet.connect(EchoEnv)));
      deepStrictEqual(
        fleet.replicas().map(({ own }) => own),
        [2, 2],
      );
      await rejects(fleet.connect(EchoEnv), (error) => error instanceof CapacityReachedError);
      for (const env of envs) {
        await env.reset();
        strictEqual((await env.step({ message: "hi" })).observation.message_length, 2);
        await env.close();
      }
      await fleet.close();
      deepStrictEqual(fleet.replicas(), []);
    },
  },
  {
    title: "NET-01: a proxy of the environment is not asked for 127.0.0.1, and the environment is not changed",
    async run({ cwd }) {
      // The runner has set HTTP_PROXY to a port where nobody listens, and no NO_PROXY.
      match(process.env["HTTP_PROXY"] ?? "", /^http:\/\/127\.0\.0\.1:9$/);
      const before = { ...process.env };
      await using env = await EchoEnv.fromEnv(join(cwd, "node_modules", SERVER));
      await env.reset();
      const changed = Object.keys({ ...before, ...process.env }).filter((name) => process.env[name] !== before[name]);
      strictEqual(changed.join(), "");
    },
  },
  {
    title: "docker: start, drive, stop",
    docker: true,
    async run({ docker }) {
      const provider = new LocalDockerProvider(docker ?? {});
      const { baseUrl } = await provider.start();
      await provider.waitForReady();
      await drive(baseUrl);
      await provider.stop();
    },
  },
  {
    title: "docker: fromDockerImage, awaited and blocking",
    docker: true,
    async run({ docker }) {
      const { image = "", ...engine } = docker ?? {};
      const provider = new LocalDockerProvider(engine);
      const env = await EchoEnv.fromDockerImage(image, { provider });
      await env.reset();
      await env.close();
      const sync = EchoEnv.fromDockerImage(image, { provider }).sync();
      sync.reset();
      sync.close();
    },
  },
];

async function drive(baseUrl: string): Promise<void> {
  const env = await EchoEnv.connect(baseUrl);
  try {
    await env.reset();
    strictEqual((await env.step({ message: "hi" })).observation.echoed_message, "hi");
  } finally {
    await env.close();
  }
}
