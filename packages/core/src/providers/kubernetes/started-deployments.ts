/**
 * Finds the deployments that providers have started, by their labels, and removes those whose process is gone.
 */
import { ProviderError } from "../../errors/provider-error.ts";
import { type ContainerOwner, ownerOf, PROVIDER_LABEL } from "../docker/owner-labels.ts";
import { checkOptionNames } from "../option-check.ts";
import { Redactor } from "../redactor.ts";
import { type KubeApi } from "./kube-api.ts";
import type { Deployment } from "./kube-objects.ts";
import { CLUSTER_OPTION_NAMES, type ClusterOptions } from "./kubernetes-options.ts";
import { clusterOptionsOf, openCluster } from "./launch-deployment.ts";
import { Workload } from "./workload.ts";

/** A deployment that a provider has started. */
export interface StartedDeployment {
  readonly name: string;
  readonly namespace: string;
  readonly image: string;
  readonly replicas: number;
  /** Pods that are ready. */
  readonly ready: number;
  readonly createdAt: Date;
  readonly owner: ContainerOwner;
}

/** Options of {@link pruneDeployments}. */
export interface PruneDeploymentsOptions extends ClusterOptions {
  /** Also those whose process is alive, or on another machine. Default `false`. */
  readonly all?: boolean | undefined;
}

/** How long the pods of a pruned deployment may take to end, in seconds. */
const GRACE_SECONDS = 30;

/**
 * Those of one namespace.
 *
 * @throws ProviderError when there is no cluster
 */
export async function listDeployments(options: ClusterOptions = {}): Promise<readonly StartedDeployment[]> {
  checkOptionNames("listDeployments", options, CLUSTER_OPTION_NAMES);
  return list(await openCluster(options));
}

/**
 * Removes deployments of one namespace, with everything made for them, and waits for the end of their pods.
 *
 * @returns those that were removed
 * @throws ProviderError when there is no cluster, or with stage `stop` when one cannot be removed
 */
export async function pruneDeployments(options: PruneDeploymentsOptions = {}): Promise<readonly StartedDeployment[]> {
  checkOptionNames("pruneDeployments", options, [...CLUSTER_OPTION_NAMES, "all"]);
  const api = await openCluster(clusterOptionsOf(options));
  const doomed = (await list(api)).filter(({ owner }) => options.all === true || owner.isAlive === false);
  await Promise.all(
    doomed.map(async ({ name }) => {
      try {
        await new Workload(api, name, new Redactor([])).remove(GRACE_SECONDS);
      } catch (error) {
        const message = `Could not remove the deployment ${name}: ${(error as Error).message}`;
        throw new ProviderError("stop", message, { cause: error });
      }
    }),
  );
  return doomed;
}

async function list(api: KubeApi): Promise<readonly StartedDeployment[]> {
  try {
    const labelSelector = `${PROVIDER_LABEL}=kubernetes`;
    return (await api.list("deployments", { labelSelector })).map((deployment) => describe(api, deployment));
  } catch (error) {
    throw new ProviderError("setup", `Cannot list the deployments: ${(error as Error).message}`, { cause: error });
  }
}

function describe(api: KubeApi, { metadata, spec, status = {} }: Deployment): StartedDeployment {
  return {
    name: metadata.name,
    namespace: api.namespace,
    image: spec.template.spec.containers[0]?.image ?? "",
    replicas: spec.replicas,
    ready: status.readyReplicas ?? 0,
    createdAt: new Date(metadata.creationTimestamp ?? 0),
    owner: ownerOf(metadata.labels ?? {}),
  };
}
