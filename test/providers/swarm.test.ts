/** DockerSwarmProvider, on a real swarm of one node. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { type ProviderError, SessionLostError, TimeoutError } from "@openenv/core";
import { EnvFleet } from "@openenv/core/fleet";
import {
  DockerSwarmProvider,
  type DockerSwarmProviderOptions,
  listServices,
  pruneServices,
} from "@openenv/core/providers";
import { EchoEnv } from "@openenv/echo-env";
import { SlowEnv } from "@openenv-interop/slow";
import { join } from "node:path";
import { verifies } from "../conformance/verifies.ts";
import { engineCommand } from "./harness/engine.ts";
import { connection, containersOf, envImage } from "./harness/images.ts";
import { until } from "./harness/processes.ts";
import { rejection } from "./harness/rejection.ts";
import { servicesOf, swarmEngine } from "./harness/swarm.ts";

const found = swarmEngine();
const LIMIT_MS = 180_000;

if ("missing" in found) {
  test.skip(`swarm: ${found.missing}`, () => {});
} else {
  const engine = found;
  const made: DockerSwarmProvider[] = [];
  const provider = (options: DockerSwarmProviderOptions = {}): DockerSwarmProvider => {
    const each = new DockerSwarmProvider({
      ...connection(engine),
      resolveImage: false,
      healthIntervalMs: 500,
      restartPauseMs: 100,
      stopTimeoutMs: 5000,
      ...options,
    });
    made.push(each);
    return each;
  };

  describe("swarm", () => {
    beforeAll(async () => {
      await envImage(engine, "echo-env");
      await envImage(engine, "slow");
    }, LIMIT_MS);
    afterEach(async () => {
      await Promise.all(made.splice(0).map((each) => each.stop()));
      expect(servicesOf(engine)).toEqual([]);
      expect(containersOf(engine)).toEqual([]);
    }, LIMIT_MS);
    afterAll(() => {
      for (const service of servicesOf(engine)) engineCommand(engine, "service", "rm", service);
    });

    test(
      "4 replicas and 64 sessions: spread; one is killed, its sessions fail typed, the others go on, and the service heals",
      async () => {
        verifies("swarm:replicas", "swarm:heal", "swarm:published");
        await using fleet = await EnvFleet.start({
          provider: provider({ image: "slow:test", replicas: 4, maxConcurrentEnvs: 32, labels: { mine: "yes" } }),
          probeIntervalMs: 250,
        });
        const before = fleet.replicas();
        expect(new Set(before.map(({ baseUrl }) => baseUrl)).size).toBe(4);
        for (const { baseUrl } of before) expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
        const envs = await Promise.all(Array.from({ length: 64 }, () => fleet.connect(SlowEnv)));
        expect(fleet.replicas().map(({ own, max }) => `${own} of ${max}`)).toEqual(Array(4).fill("16 of 32"));
        await Promise.all(envs.map((env) => env.reset()));
        const [victim = ""] = containersOf(engine);
        const steps = Promise.allSettled(envs.map((env) => env.step({ ms: 3000 })));
        engineCommand(engine, "kill", victim);
        const outcomes = await steps;
        const lost = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as Error] : []));
        expect(lost.length).toBe(16);
        for (const error of lost) expect(error).toBeInstanceOf(SessionLostError);
        const gone = (): boolean =>
          fleet.replicas().filter(({ baseUrl }) => before.some((each) => each.baseUrl === baseUrl)).length === 3;
        await until("the killed one has left the fleet", gone);
        await until(
          "the service has healed",
          () => fleet.replicas().filter(({ state }) => state === "ready").length === 4,
        );
        const resumed = envs.filter((_, index) => outcomes[index]?.status === "rejected");
        await Promise.all(resumed.map((env) => env.reset()));
        expect(fleet.replicas().map(({ own }) => own)).toEqual([16, 16, 16, 16]);
        await Promise.all(envs.map((env) => env.close()));
      },
      LIMIT_MS,
    );

    test(
      "limits, constraints and labels reach the swarm; it is scaled, listed, and updated one task after the other",
      async () => {
        verifies("swarm:options", "swarm:scale", "swarm:update", "swarm:network");
        const started = provider({
          replicas: 2,
          cpus: 0.5,
          memory: "256m",
          constraints: ["node.role==manager"],
          labels: { mine: "yes" },
          env: { LINES: "a\nb" },
          secrets: { SOME_VALUE: "s3cr3t-value" },
          network: "openenv-test",
          drainTimeoutMs: 1000,
        });
        await started.start("echo-env:test");
        await started.waitForReady();
        const [name = ""] = servicesOf(engine);
        const [{ Spec }] = JSON.parse(engineCommand(engine, "service", "inspect", name)) as [{ Spec: ServiceSpec }];
        expect(Spec.Labels).toMatchObject({ mine: "yes", "dev.openenv.provider": "swarm" });
        expect(Spec.TaskTemplate.Resources.Limits).toEqual({ NanoCPUs: 5e8, MemoryBytes: 256 * 2 ** 20 });
        expect(Spec.TaskTemplate.Placement.Constraints).toEqual(["node.role==manager"]);
        const variables = ["LINES=a\nb", "SOME_VALUE=s3cr3t-value", "OPENENV_DRAIN_TIMEOUT_MS=1000"];
        expect(Spec.TaskTemplate.ContainerSpec.Env.toSorted()).toEqual(variables.toSorted());
        const [listed] = await listServices(connection(engine));
        expect(listed).toMatchObject({ name, replicas: 2, running: 2, owner: { pid: process.pid, isAlive: true } });

        await started.scale(1);
        const [only = { baseUrl: "" }, ...others] = await started.endpoints();
        expect(others).toEqual([]);
        await using env = await EchoEnv.connect(only.baseUrl);
        await env.reset();
        await started.update({ env: { NEW: "yes" } });
        const [after] = await started.endpoints();
        expect(after?.baseUrl).not.toBe(only.baseUrl);
        const error = await rejection(env.step({ message: "too late" }));
        expect(error).toMatchObject({ code: "SESSION_LOST", details: { closeCode: 1001 } });
        await started.stop();
        expect(engineCommand(engine, "network", "ls", "--format", "{{.Name}}")).not.toContain("openenv-test");
      },
      LIMIT_MS,
    );

    test(
      "an image that no node has, a task that ends, and one that no node may run: said, and nothing is left",
      async () => {
        verifies("swarm:failures");
        const missing = await rejection<ProviderError>(provider({ image: "not-there:test" }).start());
        expect(missing).toMatchObject({ stage: "fetch" });
        expect(missing.message).toContain("No such image: not-there:test");
        const crash = provider({ image: "echo-env:test", command: ["bun", "server.js", "--mode", "nonsense"] });
        const failing = await rejection<ProviderError>(crash.start());
        expect(failing).toMatchObject({ stage: "run" });
        expect(failing.message).toMatch(/fails again and again.*non-zero exit \(1\).*mode/s);
        const nowhere = provider({ image: "echo-env:test", constraints: ["node.role==worker"], readyTimeoutMs: 2000 });
        const pending = await rejection(nowhere.start());
        expect(pending).toBeInstanceOf(TimeoutError);
        expect(pending.message).toMatch(/no suitable node/);
        expect(servicesOf(engine)).toEqual([]);
      },
      LIMIT_MS,
    );

    test(
      "nothing is left when the process is killed; what is left without a guardian, prune finds by its labels",
      async () => {
        verifies("swarm:prune");
        const program = join(import.meta.dirname, "fixtures/start-swarm.ts");
        for (const cleanupOnExit of [true, false]) {
          const options = { ...connection(engine), resolveImage: false, healthIntervalMs: 500, cleanupOnExit };
          const child = Bun.spawn([process.execPath, program, JSON.stringify(options), "echo-env:test"], {
            stdout: "pipe",
            stderr: "inherit",
          });
          const { value } = await child.stdout.getReader().read();
          expect(new TextDecoder().decode(value)).toMatch(/^http/);
          child.kill("SIGKILL");
          await child.exited;
          if (cleanupOnExit) {
            await until("the guardian has removed the service", () => servicesOf(engine).length === 0);
          } else {
            expect(servicesOf(engine)).toHaveLength(1);
            expect(await pruneServices(connection(engine))).toMatchObject([{ owner: { isAlive: false } }]);
          }
          await until("no container is left", () => containersOf(engine).length === 0);
        }
      },
      LIMIT_MS,
    );

    test(
      "blocking: EchoEnv.fromDockerImage(…).sync()",
      () => {
        const env = EchoEnv.fromDockerImage("echo-env:test", { provider: provider() }).sync();
        env.reset();
        expect(env.step({ message: "hey" }).observation.message_length).toBe(3);
        env.close();
      },
      LIMIT_MS,
    );
  });
}

interface ServiceSpec {
  readonly Labels: unknown;
  readonly TaskTemplate: {
    readonly Resources: { readonly Limits: unknown };
    readonly Placement: { readonly Constraints: unknown };
    readonly ContainerSpec: { readonly Env: readonly string[] };
  };
}
