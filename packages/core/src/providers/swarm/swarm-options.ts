/** What a {@link DockerSwarmProvider} takes. Types, and the names for the check. */
import { ENGINE_OPTION_NAMES, type EngineOptions } from "../docker/container-cli.ts";
import type { ContainerMount } from "../docker/docker-options.ts";
import type { ProviderOptions } from "../server-provider.ts";

/** Options of a {@link DockerSwarmProvider}. `engineHost` and `context` name a manager of the swarm. */
export interface DockerSwarmProviderOptions extends ProviderOptions, EngineOptions {
  /** The image, which every node must have or be able to fetch. An image given to `start()` wins. */
  readonly image?: string | undefined;
  /** Servers that run at once. Default 1. */
  readonly replicas?: number | undefined;
  /** What the tasks run in place of the image's own command. */
  readonly command?: readonly string[] | undefined;
  /** Variables. Values whose names sound secret (`…_TOKEN`, `…_KEY`) do not appear in errors and logs. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** More variables, whose values never appear in errors, logs or the command line. The swarm's managers see them. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  readonly mounts?: readonly ContainerMount[] | undefined;
  /** Labels of the service beside those by which `listServices` finds what was started. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** Processors at most for each task, such as `1.5`. */
  readonly cpus?: number | undefined;
  /** Memory at most for each task: `512m`, `2g`. */
  readonly memory?: string | undefined;
  /** Which nodes may run tasks: `node.labels.gpu==true`, `node.role==worker`. */
  readonly constraints?: readonly string[] | undefined;
  /** Tasks at most on one node. Default: no limit. */
  readonly maxReplicasPerNode?: number | undefined;
  /** An overlay network that the tasks join. It is made where it is missing, and then removed at the stop. */
  readonly network?: string | undefined;
  /**
   * How the tasks are reached. `host`: each on a port of its node that the engine chooses, on all of the node's addresses.
   * `network`: by their addresses in `network`, from a container that is in it too. Default `host`.
   */
  readonly publish?: "host" | "network" | undefined;
  /** The name or address by which a node is reached, by its host name in the swarm. Default: the address it joined with. */
  readonly nodeAddresses?: Readonly<Record<string, string>> | undefined;
  /** Port the server listens on in the container. Default 8000. */
  readonly containerPort?: number | undefined;
  /** Sessions at once for each task, by the variable `MAX_CONCURRENT_ENVS`. Default: the image's own. */
  readonly maxConcurrentEnvs?: number | undefined;
  /** How long sessions of a task that is to go may go on, in milliseconds. Default 0: running steps finish, no more. */
  readonly drainTimeoutMs?: number | undefined;
  /** How long a task may take to end beside that, in milliseconds; then it is killed. Default 10 s. */
  readonly stopTimeoutMs?: number | undefined;
  /** Time between the engine's looks at a task's health, in milliseconds. Default: the image's. */
  readonly healthIntervalMs?: number | undefined;
  /** Pause before a task that failed is started again, in milliseconds. Default 1 s. */
  readonly restartPauseMs?: number | undefined;
  /** In a rolling update: whether the new task starts before the old one stops. Default `start-first`. */
  readonly updateOrder?: "start-first" | "stop-first" | undefined;
  /** Tasks replaced at once in a rolling update. Default 1. */
  readonly updateParallelism?: number | undefined;
  /** Whether the manager asks the registry for the image's digest, so that all nodes run the same. Default `true`. */
  readonly resolveImage?: boolean | undefined;
  /** Whether this user's login at the registry is given to the nodes. Default `false`. */
  readonly withRegistryAuth?: boolean | undefined;
  /** Arguments of `docker service create` that have no option here; they stand before the image. */
  readonly extraArgs?: readonly string[] | undefined;
  /** Whether the service is removed when this process ends without a `stop()`, in whatever way. Default `true`. */
  readonly cleanupOnExit?: boolean | undefined;
}

export const SWARM_OPTION_NAMES: readonly (keyof DockerSwarmProviderOptions)[] = [
  ...ENGINE_OPTION_NAMES,
  "image",
  "replicas",
  "command",
  "env",
  "secrets",
  "mounts",
  "labels",
  "cpus",
  "memory",
  "constraints",
  "maxReplicasPerNode",
  "network",
  "publish",
  "nodeAddresses",
  "containerPort",
  "maxConcurrentEnvs",
  "drainTimeoutMs",
  "stopTimeoutMs",
  "healthIntervalMs",
  "restartPauseMs",
  "updateOrder",
  "updateParallelism",
  "resolveImage",
  "withRegistryAuth",
  "extraArgs",
  "cleanupOnExit",
];
