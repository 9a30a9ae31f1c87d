/** What a {@link KubernetesProvider} takes. Types, and the names for the check. */
import type { ProviderOptions } from "../server-provider.ts";

/** Which cluster, and how it is talked to. */
export interface ClusterOptions {
  /**
   * The `kubectl` command, by name or path. Default: variable `OPENENV_KUBECTL`, else `kubectl`. Inside a cluster, and
   * without one of these options, no command is used: the API is asked with the pod's service account.
   */
  readonly cli?: string | undefined;
  /** The kubeconfig's path. Default: kubectl's own, `KUBECONFIG` or `~/.kube/config`. */
  readonly kubeconfig?: string | undefined;
  /** A context of the kubeconfig. Default: the current one. */
  readonly context?: string | undefined;
  /** Default: the context's, else the service account's, else `default`. */
  readonly namespace?: string | undefined;
}

export const CLUSTER_OPTION_NAMES: readonly (keyof ClusterOptions)[] = ["cli", "kubeconfig", "context", "namespace"];

/** What runs in the cluster: everything of a provider's options that stands in its manifests. */
export interface WorkloadOptions {
  /** The image, which the nodes must have or be able to fetch. */
  readonly image?: string | undefined;
  /** Pods that run at once. Default 1. */
  readonly replicas?: number | undefined;
  /** What the container runs in place of the image's own command. */
  readonly command?: readonly string[] | undefined;
  /** Variables. Values whose names sound secret (`…_TOKEN`, `…_KEY`) do not appear in errors and logs. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** More variables, kept in a Secret of their own; their values never appear in errors, logs or command lines. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  /** Labels of all objects beside those by which `listDeployments` finds what was started. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** Processors at most for each pod, such as `0.5`. */
  readonly cpus?: number | undefined;
  /** Memory at most for each pod: `512Mi`, `2Gi`. */
  readonly memory?: string | undefined;
  /** What the scheduler keeps free for each pod. Default: the limits. */
  readonly requests?: { readonly cpus?: number | undefined; readonly memory?: string | undefined } | undefined;
  /** Other resources, as limits: `{ "nvidia.com/gpu": 1 }`. */
  readonly resources?: Readonly<Record<string, string | number>> | undefined;
  readonly nodeSelector?: Readonly<Record<string, string>> | undefined;
  /** As in a pod's spec. */
  readonly tolerations?: readonly Readonly<Record<string, unknown>>[] | undefined;
  /** Names of Secrets with logins at registries. */
  readonly imagePullSecrets?: readonly string[] | undefined;
  /** Default: the cluster's, `Always` for the tag `latest` and `IfNotPresent` else. */
  readonly imagePullPolicy?: "Always" | "IfNotPresent" | "Never" | undefined;
  /** The service account of the pods. Its token is not mounted unless one is named. */
  readonly serviceAccount?: string | undefined;
  /** Port the server listens on in the pod. Default 8000. */
  readonly containerPort?: number | undefined;
  /** Sessions at once for each pod, by the variable `MAX_CONCURRENT_ENVS`. Default: the image's own. */
  readonly maxConcurrentEnvs?: number | undefined;
  /** How long sessions of a pod that is to go may go on, in milliseconds. Default 0: running steps finish, no more. */
  readonly drainTimeoutMs?: number | undefined;
  /** How long a pod may take to end beside that, in milliseconds; then it is killed. Default 15 s. */
  readonly stopTimeoutMs?: number | undefined;
  /** Pods more than `replicas` in a rolling update. Default 1. */
  readonly updateSurge?: number | undefined;
  /** Fields of the pod's spec that have no option here; they win. */
  readonly podSpec?: Readonly<Record<string, unknown>> | undefined;
}

/** Options of a {@link KubernetesProvider}. */
export interface KubernetesProviderOptions extends ProviderOptions, ClusterOptions, WorkloadOptions {
  /**
   * How the pods are reached. `port-forward`: each by a `kubectl port-forward` on 127.0.0.1, for work from a laptop.
   * `node-port`: each on a port of its own of the nodes. `cluster`: by their own addresses, from inside the cluster.
   * Default: `cluster` with a service account, else `port-forward`.
   */
  readonly access?: "port-forward" | "node-port" | "cluster" | undefined;
  /** With `node-port`, the name or address by which the nodes are reached. Default: that of the pod's node. */
  readonly nodeHost?: string | undefined;
  /** Whether everything is removed when this process ends without a `stop()`, in whatever way. Default `true`. */
  readonly cleanupOnExit?: boolean | undefined;
}

export const WORKLOAD_OPTION_NAMES: readonly (keyof WorkloadOptions)[] = [
  "image",
  "replicas",
  "command",
  "env",
  "secrets",
  "labels",
  "cpus",
  "memory",
  "requests",
  "resources",
  "nodeSelector",
  "tolerations",
  "imagePullSecrets",
  "imagePullPolicy",
  "serviceAccount",
  "containerPort",
  "maxConcurrentEnvs",
  "drainTimeoutMs",
  "stopTimeoutMs",
  "updateSurge",
  "podSpec",
];

export const KUBERNETES_OPTION_NAMES: readonly (keyof KubernetesProviderOptions)[] = [
  ...CLUSTER_OPTION_NAMES,
  ...WORKLOAD_OPTION_NAMES,
  "access",
  "nodeHost",
  "cleanupOnExit",
];
