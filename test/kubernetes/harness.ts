/**
 * The cluster of the tests: one that runs already, in the folder that OPENENV_KUBERNETES names
 * (scripts/kubernetes-cluster.sh start FOLDER). It may still be starting.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { KubernetesProvider, type KubernetesProviderOptions } from "@openenv/core/providers";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dockerEngine, engineCommand, type Missing, type TestEngine } from "../providers/harness/engine.ts";
import { envImage } from "../providers/harness/images.ts";

export interface TestCluster {
  readonly folder: string;
  /** The path of its kubectl, which needs no kubeconfig. */
  readonly cli: string;
  readonly engine: TestEngine;
}

/** To build it takes minutes on a new machine. */
const PATIENCE_MS = 20 * 60_000;
const loaded = new Set<string>();

/** How the cluster is reached, and why there is none. */
export function kubernetesCluster(): TestCluster | Missing {
  const folder = process.env["OPENENV_KUBERNETES"] ?? "";
  if (folder === "")
    return { missing: "no cluster: scripts/kubernetes-cluster.sh start FOLDER, and OPENENV_KUBERNETES=FOLDER" };
  const engine = dockerEngine();
  if ("missing" in engine) return { missing: `no images for the cluster: ${engine.missing}` };
  return { folder, cli: join(folder, "kubectl"), engine };
}

/** Resolves when it takes pods. `FOLDER.failed` says that it never will. */
export async function untilUp({ folder, cli }: TestCluster): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!existsSync(cli)) {
    if (existsSync(`${folder}.failed`)) throw new Error("The cluster did not start: see its log.");
    if (performance.now() > deadline) throw new Error(`No cluster in ${folder} within ${PATIENCE_MS} ms.`);
    await Bun.sleep(200);
  }
}

/** Runs kubectl; what it prints, or an error with what it says. */
export function kubectl({ cli }: TestCluster, args: readonly string[], input?: string): string {
  const result = spawnSync(cli, args, { encoding: "utf8", input });
  if (result.status !== 0) throw new Error(`kubectl ${args.join(" ")}: ${result.stderr}`);
  return result.stdout.trim();
}

/** Builds the image of an environment and gives it to the node: there is no registry. */
export async function loadImage(cluster: TestCluster, name: string): Promise<string> {
  const tag = await envImage(cluster.engine, name);
  if (loaded.has(tag)) return tag;
  const folder = mkdtempSync(join(tmpdir(), "openenv-image-"));
  try {
    const archive = join(folder, "image.tar");
    engineCommand(cluster.engine, "save", "--output", archive, tag);
    const args = ["--address", join(cluster.folder, "containerd.sock"), "--namespace", "k8s.io"];
    const { status, stderr } = spawnSync("ctr", [...args, "images", "import", archive], { encoding: "utf8" });
    if (status !== 0) throw new Error(`ctr images import: ${stderr}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  loaded.add(tag);
  return tag;
}

/** Everything of a namespace that a provider may leave behind. */
export function objectsOf(cluster: TestCluster, namespace: string): readonly string[] {
  const kinds = "deployments,replicasets,pods,services,secrets";
  const names = kubectl(cluster, ["get", kinds, "--namespace", namespace, "--output", "name"]);
  return names.split("\n").filter((name) => name !== "" && name !== "service/kubernetes");
}

/** A namespace of its own, with nothing in it. */
export function makeNamespace(cluster: TestCluster, name: string): void {
  kubectl(cluster, ["create", "namespace", name]);
}

export const LIMIT_MS = 180_000;

/** How the tests reach pods where a forward is not what is tried. */
export const nodePort = { access: "node-port", nodeHost: "127.0.0.1" } as const;

/** What a suite works with. */
export interface ClusterTools {
  readonly cluster: TestCluster;
  /** Its own. It must be empty after each test. */
  readonly namespace: string;
  /** A provider that is stopped after the test. */
  readonly provider: (options?: KubernetesProviderOptions) => KubernetesProvider;
}

/** Describes tests that need a cluster; without one they are one skipped test that says why. */
export function describeOnCluster(title: string, suite: (tools: ClusterTools) => void): void {
  const cluster = kubernetesCluster();
  if ("missing" in cluster) {
    test.skip(`${title}: ${cluster.missing}`, () => {});
    return;
  }
  const namespace = `openenv-${process.pid}-${Date.now().toString(36)}`;
  const made: KubernetesProvider[] = [];
  const provider = (options: KubernetesProviderOptions = {}): KubernetesProvider => {
    const each = new KubernetesProvider({ cli: cluster.cli, namespace, stopTimeoutMs: 5000, ...options });
    made.push(each);
    return each;
  };
  describe(title, () => {
    beforeAll(async () => {
      await untilUp(cluster);
      await loadImage(cluster, "echo-env");
      await loadImage(cluster, "slow");
      makeNamespace(cluster, namespace);
    }, PATIENCE_MS + LIMIT_MS);
    afterEach(async () => {
      await Promise.all(made.splice(0).map((each) => each.stop()));
      expect(objectsOf(cluster, namespace)).toEqual([]);
    }, LIMIT_MS);
    afterAll(() => void kubectl(cluster, ["delete", "namespace", namespace, "--wait=false"]));
    suite({ cluster, namespace, provider });
  });
}
