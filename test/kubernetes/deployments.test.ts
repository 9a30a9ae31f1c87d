/** KubernetesProvider on a real cluster: deployments that run, heal, change and go. */
import { expect, test } from "bun:test";
import { SessionLostError } from "@openenv/core";
import { EnvFleet } from "@openenv/core/fleet";
import { connectThrough, listDeployments, pruneDeployments } from "@openenv/core/providers";
import { EchoEnv } from "@openenv/echo-env";
import { SlowEnv } from "@openenv-interop/slow";
import { join } from "node:path";
import { verifies } from "../conformance/verifies.ts";
import { processesWith, until } from "../providers/harness/processes.ts";
import { rejection } from "../providers/harness/rejection.ts";
import { describeOnCluster, kubectl, LIMIT_MS, nodePort, objectsOf } from "./harness.ts";

const full = process.env["OPENENV_TEST_FULL"] === "1";

describeOnCluster("kubernetes: deployments", ({ cluster, namespace, provider }) => {
  test(
    "echo-env, awaited and blocking, by a forwarded port",
    async () => {
      verifies("kubernetes:start", "kubernetes:port-forward", "kubernetes:labels");
      const started = provider({
        maxConcurrentEnvs: 3,
        labels: { mine: "yes" },
        secrets: { SOME_VALUE: "s3cr3t-value" },
      });
      const stages: string[] = [];
      {
        await using env = await EchoEnv.fromDockerImage("echo-env:test", {
          provider: started,
          onProgress: ({ stage }) => stages.push(stage),
        });
        expect(env.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
        await env.reset();
        expect((await env.step({ message: "hi" })).observation.echoed_message).toBe("hi");
        expect(await started.logs()).toContain("serving echo_env on");
        expect(stages).toEqual(["start"]);
        const [listed] = await listDeployments({ cli: cluster.cli, namespace });
        expect(listed).toMatchObject({
          namespace,
          replicas: 1,
          ready: 1,
          owner: { pid: process.pid, isAlive: true },
        });
        const pods = kubectl(cluster, ["get", "pods", "-n", namespace, "-l", "mine=yes", "-o", "json"]);
        const [pod] = (JSON.parse(pods) as { items: { metadata: { name: string } }[] }).items;
        const variables = kubectl(cluster, ["exec", "-n", namespace, pod?.metadata.name ?? "", "--", "env"]);
        expect(variables).toContain("SOME_VALUE=s3cr3t-value");
        expect(variables).toContain("MAX_CONCURRENT_ENVS=3");
      }
      expect(objectsOf(cluster, namespace)).toEqual([]);
      const blocking = EchoEnv.fromDockerImage("echo-env:test", { provider: provider() }).sync();
      blocking.reset();
      expect(blocking.step({ message: "hey" }).observation.message_length).toBe(3);
      blocking.close();
    },
    LIMIT_MS,
  );

  test(
    "4 replicas and 64 sessions: spread; a pod is deleted in the middle of steps, its sessions fail typed, the others go on, and the deployment heals",
    async () => {
      verifies("kubernetes:replicas", "kubernetes:heal", "kubernetes:node-port");
      await using fleet = await EnvFleet.start({
        provider: provider({
          ...nodePort,
          image: "slow:test",
          replicas: 4,
          maxConcurrentEnvs: 32,
          stopTimeoutMs: 1000,
        }),
        probeIntervalMs: 250,
      });
      const before = fleet.replicas().map(({ baseUrl }) => baseUrl);
      expect(new Set(before).size).toBe(4);
      for (const url of before) expect(url).toMatch(/^http:\/\/127\.0\.0\.1:3\d{4}$/);
      const envs = await Promise.all(Array.from({ length: 64 }, () => fleet.connect(SlowEnv)));
      expect(fleet.replicas().map(({ own, max }) => `${own} of ${max}`)).toEqual(Array(4).fill("16 of 32"));
      await Promise.all(envs.map((env) => env.reset()));
      const [victim = ""] = kubectl(cluster, ["get", "pods", "-n", namespace, "-o", "name"]).split("\n");
      const gone = new AbortController();
      const stepOn = async (env: SlowEnv): Promise<void> => {
        do await env.step({ ms: 3000 });
        while (!gone.signal.aborted);
      };
      const steps = Promise.allSettled(envs.map(stepOn));
      const deleting = Bun.spawn([cluster.cli, "delete", "-n", namespace, victim, "--grace-period=1"]);
      expect(await deleting.exited).toBe(0);
      gone.abort();
      const outcomes = await steps;
      const lost = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as Error] : []));
      expect(lost.length).toBe(16);
      for (const error of lost) expect(error).toBeInstanceOf(SessionLostError);
      await until("the deployment has healed", () => {
        const ready = fleet.replicas().filter(({ state }) => state === "ready");
        return ready.length === 4 && ready.filter(({ baseUrl }) => before.includes(baseUrl)).length === 3;
      });
      const resumed = envs.filter((_, index) => outcomes[index]?.status === "rejected");
      await Promise.all(resumed.map((env) => env.reset()));
      expect(fleet.replicas().map(({ own }) => own)).toEqual([16, 16, 16, 16]);
      await Promise.all(envs.map((env) => env.close()));
    },
    LIMIT_MS,
  );

  test(
    "it is scaled, and a rolling update drains: a running step is answered, then its session ends with 1001",
    async () => {
      verifies("kubernetes:scale", "kubernetes:update");
      const started = provider({ ...nodePort, image: "slow:test", replicas: 2, env: { A: "1", B: "2" } });
      await started.start();
      await started.scale(1);
      const [only = { baseUrl: "" }, ...others] = await started.endpoints();
      expect(others).toEqual([]);
      await using env = new SlowEnv({ baseUrl: only.baseUrl, connect: connectThrough(started) });
      await env.reset();
      const step = env.step({ ms: 3000 });
      await started.update({ env: { B: "3", C: "4" } });
      expect((await step).observation.waited_ms).toBe(3000);
      const error = await rejection(env.step({ ms: 0 }));
      expect(error).toMatchObject({ code: "SESSION_LOST", details: { closeCode: 1001 } });
      const container = [
        "get",
        "deployments",
        "-n",
        namespace,
        "-o",
        "jsonpath={.items[0].spec.template.spec.containers[0].env}",
      ];
      const env3 = Object.fromEntries(
        (JSON.parse(kubectl(cluster, container)) as { name: string; value: string }[]).map(({ name, value }) => [
          name,
          value,
        ]),
      );
      expect(env3).toMatchObject({ A: "1", B: "3", C: "4" });
      expect(await started.endpoints()).toHaveLength(1);
    },
    LIMIT_MS,
  );

  test(
    "nothing is left after many cycles, nor when the process is killed; what is left without a guardian, prune finds by its labels",
    async () => {
      verifies("kubernetes:cleanup", "kubernetes:prune");
      for (let cycle = 0; cycle < (full ? 20 : 5); cycle += 1) {
        await using started = provider({
          image: "echo-env:test",
          stopTimeoutMs: 1000,
          ...(cycle % 2 === 0 ? nodePort : {}),
        });
        await started.start();
        await started.waitForReady();
        await started.stop();
        expect(objectsOf(cluster, namespace)).toEqual([]);
      }
      const program = join(import.meta.dirname, "start-kubernetes.ts");
      const mark = `kubernetes-${process.pid}`;
      for (const cleanupOnExit of [true, false]) {
        const options = { cli: cluster.cli, namespace, cleanupOnExit, stopTimeoutMs: 1000 };
        const child = Bun.spawn([process.execPath, program, JSON.stringify(options), "echo-env:test"], {
          env: { ...process.env, OPENENV_TEST_MARK: mark },
          stdout: "pipe",
          stderr: "inherit",
        });
        const { value } = await child.stdout.getReader().read();
        expect(new TextDecoder().decode(value)).toMatch(/^http/);
        child.kill("SIGKILL");
        await child.exited;
        if (cleanupOnExit) {
          await until("the guardian has removed all", () => objectsOf(cluster, namespace).length === 0);
        } else {
          expect(await pruneDeployments({ cli: cluster.cli, namespace })).toMatchObject([
            { owner: { isAlive: false } },
          ]);
          expect(objectsOf(cluster, namespace)).toEqual([]);
        }
        await until("no forward is left", () => processesWith(`OPENENV_TEST_MARK=${mark}`).length === 0);
      }
    },
    LIMIT_MS,
  );
});
