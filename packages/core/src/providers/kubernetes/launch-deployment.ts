/**
 * Starts an environment's image as a deployment of a cluster.
 */
import { hostname } from "node:os";

import { InvalidArgumentError } from "../../errors/local-errors.ts";
import { ProviderError } from "../../errors/provider-error.ts";
import { checkImage, containerName } from "../docker/image-reference.ts";
import { ownerLabels } from "../docker/owner-labels.ts";
import { guard } from "../guardian.ts";
import { Redactor } from "../redactor.ts";
import type { LaunchContext } from "../running-server.ts";
import { TimeLimit, untilAborted } from "../time-limit.ts";
import { ClusterAddresses } from "./cluster-addresses.ts";
import type { KubeApi } from "./kube-api.ts";
import type { Kind, KubernetesObject, OwnerReference } from "./kube-objects.ts";
import { KubectlApi } from "./kubectl-api.ts";
import {
  CLUSTER_OPTION_NAMES,
  type ClusterOptions,
  type KubernetesProviderOptions,
  WORKLOAD_OPTION_NAMES,
} from "./kubernetes-options.ts";
import { graceSeconds, kubernetesManifests, podsOf } from "./manifests.ts";
import { NodePorts } from "./node-ports.ts";
import type { PodAccess } from "./pod-access.ts";
import { PortForwards } from "./port-forwards.ts";
import { untilRolledOut } from "./rollout-wait.ts";
import { isInCluster, ServiceAccountApi } from "./service-account-api.ts";
import { Workload } from "./workload.ts";

/** How long all pods may take to be ready. */
export const READY_TIMEOUT_MS = 180_000;

const KINDS: Readonly<Record<string, Kind>> = { Deployment: "deployments", Service: "services", Secret: "secrets" };

export interface LaunchedDeployment {
  readonly workload: Workload;
  readonly access: PodAccess;
}

/** @throws ProviderError when there is no cluster or the pods cannot run, TimeoutError when they are not ready in time */
export async function launchDeployment(
  image: string | undefined,
  options: KubernetesProviderOptions,
  context: LaunchContext,
): Promise<LaunchedDeployment> {
  const reference = checkImage(image);
  const { signal, cleanup } = context;
  const api = await openCluster(options, signal);
  const redactor = Redactor.of(options.env ?? {}, ...Object.values(options.secrets ?? {}));
  const workload = new Workload(api, containerName(reference), redactor);
  const access = accessOf(workload, options);
  context.progress("start", `Creating ${podsOf(options)} pods of ${reference} as ${workload.name}`);
  await createObjects(workload, { ...options, image: reference }, context);
  cleanup.add("end the ways to the pods", () => access.close());
  const limit = new TimeLimit("ready deployment", { signal, timeoutMs: options.readyTimeoutMs }, READY_TIMEOUT_MS);
  try {
    await untilRolledOut(workload, limit);
  } finally {
    limit.release();
  }
  return { workload, access };
}

/** With the pod's own service account inside a cluster, unless kubectl is asked for; by kubectl else. */
export async function openCluster(options: ClusterOptions, signal?: AbortSignal): Promise<KubeApi> {
  const { cli, kubeconfig, context, namespace } = options;
  const usesKubectl = cli !== undefined || kubeconfig !== undefined || context !== undefined;
  return isInCluster() && !usesKubectl ? ServiceAccountApi.open(namespace) : KubectlApi.open(options, signal);
}

/** Only the options of a cluster. */
export function clusterOptionsOf(options: ClusterOptions): ClusterOptions {
  return pick(options, CLUSTER_OPTION_NAMES);
}

function accessOf(workload: Workload, options: KubernetesProviderOptions): PodAccess {
  const { containerPort = 8000, nodeHost } = options;
  const { api } = workload;
  const access = options.access ?? (api instanceof KubectlApi ? "port-forward" : "cluster");
  if (access === "cluster") return new ClusterAddresses(containerPort);
  if (access === "node-port") return new NodePorts(workload, containerPort, nodeHost);
  if (api instanceof KubectlApi) return new PortForwards(api, containerPort);
  throw new InvalidArgumentError("access", 'access: "port-forward" needs kubectl: give its path as the option cli.');
}

/** Nothing is given up half-way: nobody could tell then what is left of it. */
async function createObjects(
  workload: Workload,
  options: KubernetesProviderOptions,
  { signal, cleanup }: LaunchContext,
): Promise<void> {
  const { api, name } = workload;
  const grace = graceSeconds(options);
  const removal = (options.cleanupOnExit ?? true) ? api.removalCommand(workload.selector) : undefined;
  const manifests = kubernetesManifests({
    ...pick(options, WORKLOAD_OPTION_NAMES),
    labels: { ...options.labels, ...ownerLabels("kubernetes") },
    name,
    namespace: api.namespace,
    owner: (options.cleanupOnExit ?? true) ? await ownPod(api, signal) : undefined,
  });
  const guardian = removal === undefined ? undefined : guard(removal, { outside: true });
  const created = createAll(api, manifests);
  const remove = async (): Promise<void> => {
    await created.catch(() => {});
    await workload.remove(grace);
    guardian?.release();
  };
  cleanup.add(`remove the deployment ${name}`, remove, (grace + 60) * 1000);
  try {
    await untilAborted(created, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    const why = workload.redactor.redact((error as Error).message);
    throw new ProviderError("start", `The cluster did not take ${name}: ${why}`, { cause: error });
  }
}

/** In this order: pods wait for a Secret that is not there yet, and for longer than it takes. */
async function createAll(api: KubeApi, manifests: readonly KubernetesObject[]): Promise<void> {
  for (const manifest of manifests) await api.create(KINDS[manifest.kind] ?? "services", manifest);
}

/** Inside a cluster this process's own pod, with which everything goes that it has made. */
async function ownPod(api: KubeApi, signal: AbortSignal): Promise<OwnerReference | undefined> {
  if (api instanceof KubectlApi) return undefined;
  try {
    const { metadata } = await api.get("pods", hostname(), signal);
    return metadata.uid === undefined
      ? undefined
      : { apiVersion: "v1", kind: "Pod", name: metadata.name, uid: metadata.uid };
  } catch {
    // Not in its own namespace, or it may not ask: then there is `pruneDeployments`.
    return undefined;
  }
}

function pick<T extends object, K extends keyof T>(options: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.filter((name) => name in options).map((name) => [name, options[name]])) as Pick<T, K>;
}
