/** KubernetesProvider on a real cluster: what it and the cluster refuse, and what they say. */
import { expect, test } from "bun:test";
import { type ProviderError, TimeoutError } from "@openenv/core";
import {
  KubernetesProvider,
  type KubernetesProviderOptions,
  kubernetesManifests,
  listDeployments,
} from "@openenv/core/providers";
import { EchoEnv } from "@openenv/echo-env";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { verifies } from "../conformance/verifies.ts";
import { rejection } from "../providers/harness/rejection.ts";
import { describeOnCluster, kubectl, LIMIT_MS, makeNamespace, nodePort, objectsOf } from "./harness.ts";

describeOnCluster("kubernetes: refusals", ({ cluster, namespace, provider }) => {
  test(
    "what cannot run is reported with its events and last lines, and nothing is left",
    async () => {
      verifies("kubernetes:failures");
      const pulling = rejection<ProviderError>(provider({ image: "not-there:test" }).start());
      const crashing = rejection<ProviderError>(
        provider({ image: "echo-env:test", command: ["bun", "server.js", "--mode", "nonsense"] }).start(),
      );
      const sick =
        "require('http').createServer((_, r) => r.writeHead(503).end()).listen(8000); console.log('I am sick')";
      const waiting = rejection(
        provider({
          image: "echo-env:test",
          command: ["bun", "-e", sick],
          readyTimeoutMs: 8000,
          stopTimeoutMs: 1,
        }).start(),
      );
      const nowhere = rejection(
        provider({ image: "echo-env:test", nodeSelector: { gpu: "yes" }, readyTimeoutMs: 3000 }).start(),
      );
      const unpullable = await pulling;
      expect(unpullable).toMatchObject({ code: "PROVIDER_FAILED", stage: "fetch" });
      expect(unpullable.message).toMatch(/ImagePullBackOff.*not-there:test/s);
      const crash = await crashing;
      expect(crash).toMatchObject({ stage: "run" });
      expect(crash.message).toMatch(/CrashLoopBackOff.*ended with exit code 1.*mode/s);
      const neverReady = await waiting;
      expect(neverReady).toBeInstanceOf(TimeoutError);
      expect(neverReady.message).toMatch(/0 of 1 pods.*Unhealthy: Readiness probe failed.*503.*I am sick/s);
      const unscheduled = await nowhere;
      expect(unscheduled).toBeInstanceOf(TimeoutError);
      expect(unscheduled.message).toMatch(/is Pending: Unschedulable.*node affinity\/selector/s);
      expect(objectsOf(cluster, namespace)).toEqual([]);
    },
    LIMIT_MS,
  );

  test(
    "a quota that is used up is said at once",
    async () => {
      verifies("kubernetes:quota");
      const small = `${namespace}-quota`;
      makeNamespace(cluster, small);
      kubectl(cluster, ["create", "quota", "few", "--hard=pods=1", "-n", small]);
      const refused = await rejection<ProviderError>(
        provider({ namespace: small, image: "echo-env:test", replicas: 2 }).start(),
      );
      expect(refused).toMatchObject({ stage: "start" });
      expect(refused.message).toMatch(/refuses a pod of.*exceeded quota: few/);
      expect(objectsOf(cluster, small)).toEqual([]);
      kubectl(cluster, ["delete", "namespace", small, "--wait=false"]);
    },
    LIMIT_MS,
  );

  test(
    "what does not fit is refused before anything is made, or by the cluster",
    async () => {
      const wrong: readonly (readonly [KubernetesProviderOptions, object])[] = [
        [{ image: "-x" }, { details: { argument: "image" } }],
        [{ image: "echo-env:test", replicas: 0 }, { details: { argument: "replicas" } }],
        [{ image: "echo-env:test", memory: "much" }, { stage: "start" }],
        [{ image: "echo-env:test", namespace: "nowhere" }, { stage: "start" }],
        [{ image: "echo-env:test", cli: "/nowhere/kubectl", namespace: undefined }, { stage: "setup" }],
      ];
      for (const [options, error] of wrong) expect(await rejection(provider(options).start())).toMatchObject(error);
    },
    LIMIT_MS,
  );

  test(
    "by a service account, without kubectl, as from a pod",
    async () => {
      verifies("kubernetes:service-account");
      const folder = mkdtempSync(join(tmpdir(), "openenv-account-"));
      const account = `${namespace}:trainer`;
      const rules: readonly (readonly [string, string])[] = [
        ["deployments.apps", "get,list,create,patch,delete"],
        ["services,secrets", "get,list,create,delete"],
        ["pods", "get,list,patch"],
        ["pods/log,events", "get,list"],
      ];
      kubectl(cluster, ["create", "serviceaccount", "trainer", "-n", namespace]);
      for (const [index, [resources, verbs]] of rules.entries()) {
        const role = `trainer-${index}`;
        kubectl(cluster, ["create", "role", role, "-n", namespace, `--resource=${resources}`, `--verb=${verbs}`]);
        kubectl(cluster, [
          "create",
          "rolebinding",
          role,
          "-n",
          namespace,
          `--role=${role}`,
          `--serviceaccount=${account}`,
        ]);
      }
      const { host } = new URL(kubectl(cluster, ["config", "view", "-o", "jsonpath={.clusters[0].cluster.server}"]));
      writeFileSync(join(folder, "token"), kubectl(cluster, ["create", "token", "trainer", "-n", namespace]));
      writeFileSync(join(folder, "namespace"), namespace);
      writeFileSync(join(folder, "ca.crt"), readFileSync(join(cluster.folder, "pki/ca.crt")));
      const variables: Readonly<Record<string, string>> = {
        KUBERNETES_SERVICE_HOST: host.split(":")[0] ?? "",
        KUBERNETES_SERVICE_PORT: host.split(":")[1] ?? "",
        OPENENV_SERVICE_ACCOUNT: folder,
      };
      Object.assign(process.env, variables);
      try {
        await using started = new KubernetesProvider({
          ...nodePort,
          stopTimeoutMs: 1000,
          secrets: { A_TOKEN: "s3cr3t" },
        });
        const { baseUrl } = await started.start("echo-env:test");
        await started.waitForReady();
        await using env = await EchoEnv.connect(baseUrl);
        await env.reset();
        expect(await started.logs()).toContain("serving echo_env");
        await started.update({ env: { NEW: "yes" } });
        expect(await listDeployments()).toHaveLength(1);
        const forwarded = new KubernetesProvider({ access: "port-forward", image: "echo-env:test" });
        expect(await rejection(forwarded.start())).toMatchObject({ details: { argument: "access" } });
      } finally {
        for (const name of Object.keys(variables)) delete process.env[name];
        rmSync(folder, { recursive: true });
        kubectl(cluster, ["delete", "serviceaccount", "trainer", "-n", namespace]);
      }
    },
    LIMIT_MS,
  );

  test("the manifests are what the cluster takes", () => {
    verifies("kubernetes:manifests");
    const items = kubernetesManifests({
      name: "my-env",
      image: "echo-env:test",
      replicas: 2,
      secrets: { A_TOKEN: "s3cr3t" },
      cpus: 0.5,
      memory: "256Mi",
      requests: { cpus: 0.1 },
      resources: { "nvidia.com/gpu": 1 },
      nodeSelector: { gpu: "yes" },
      tolerations: [{ key: "gpu", operator: "Exists" }],
      imagePullSecrets: ["login"],
      serviceAccount: "default",
      drainTimeoutMs: 60_000,
      podSpec: { priorityClassName: "" },
    });
    const flags = ["--dry-run=server", "--validate=strict", "--output=json", "--filename=-", "--namespace", namespace];
    const objects = items.map((item) => {
      const taken = kubectl(cluster, ["create", ...flags], JSON.stringify(item));
      return JSON.parse(taken) as { kind: string; spec: Record<string, unknown> };
    });
    expect(objects.map(({ kind }) => kind)).toEqual(["Secret", "Deployment", "Service"]);
    expect(objects[1]?.spec).toMatchObject({
      replicas: 2,
      template: {
        spec: {
          terminationGracePeriodSeconds: 75,
          nodeSelector: { gpu: "yes" },
          imagePullSecrets: [{ name: "login" }],
          containers: [
            {
              resources: {
                limits: { cpu: "500m", memory: "256Mi", "nvidia.com/gpu": "1" },
                requests: { cpu: "100m" },
              },
            },
          ],
        },
      },
    });
  });
});
