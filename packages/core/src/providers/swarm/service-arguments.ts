/**
 * The arguments of `docker service create`, from the options. Pure: an argv, and the variables its command needs.
 */
import { InvalidArgumentError } from "../../errors/local-errors.ts";
import {
  envArguments,
  flag,
  mountArgument,
  type RunArguments,
  variablesOf,
  variablesOfCommand,
} from "../docker/run-arguments.ts";
import type { DockerSwarmProviderOptions } from "./swarm-options.ts";

const STOP_TIMEOUT_MS = 10_000;

/** @throws InvalidArgumentError for options that contradict each other or no engine would take */
export function serviceArguments(
  image: string,
  name: string,
  labels: Readonly<Record<string, string>>,
  options: DockerSwarmProviderOptions,
): RunArguments {
  const { mounts = [], constraints = [], extraArgs = [], command = [], publish = "host" } = options;
  if (publish === "network" && options.network === undefined) {
    throw new InvalidArgumentError("network", 'With publish: "network" the option network must name one.');
  }
  const variables = taskVariables(options);
  const args = [
    "service",
    "create",
    "--detach",
    "--quiet",
    "--name",
    name,
    "--replicas",
    String(replicasOf(options)),
    ...Object.entries({ ...options.labels, ...labels }).flatMap(([key, value]) => ["--label", `${key}=${value}`]),
    // A fixed port would let one task a node start; the engine chooses one for each.
    ...(publish === "host" ? ["--publish", `mode=host,target=${options.containerPort ?? 8000}`] : []),
    ...flag("--network", options.network),
    ...flag("--limit-cpu", options.cpus),
    ...flag("--limit-memory", options.memory),
    ...constraints.flatMap((constraint) => ["--constraint", constraint]),
    ...flag("--replicas-max-per-node", options.maxReplicasPerNode),
    ...mounts.flatMap((mount) => ["--mount", mountArgument(mount)]),
    ...flag("--health-interval", milliseconds(options.healthIntervalMs)),
    "--restart-delay",
    milliseconds(options.restartPauseMs ?? 1000) ?? "",
    "--stop-grace-period",
    milliseconds(stopGraceMs(options)) ?? "",
    "--update-order",
    options.updateOrder ?? "start-first",
    "--update-parallelism",
    String(options.updateParallelism ?? 1),
    ...(options.resolveImage === false ? ["--no-resolve-image"] : []),
    ...(options.withRegistryAuth === true ? ["--with-registry-auth"] : []),
    ...envArguments(variables),
    ...extraArgs,
    image,
    ...command,
  ];
  return { args, env: variablesOfCommand(variables) };
}

/** @throws InvalidArgumentError unless it is a whole number of at least 1 */
export function replicasOf({ replicas = 1 }: { readonly replicas?: number | undefined }): number {
  if (Number.isSafeInteger(replicas) && replicas >= 1) return replicas;
  throw new InvalidArgumentError("replicas", `replicas is ${replicas}. It must be a whole number of at least 1.`);
}

/** How long a task may take from its signal to its end. */
export function stopGraceMs({
  drainTimeoutMs = 0,
  stopTimeoutMs = STOP_TIMEOUT_MS,
}: DockerSwarmProviderOptions): number {
  return drainTimeoutMs + stopTimeoutMs;
}

function taskVariables(options: DockerSwarmProviderOptions): Record<string, string> {
  const { drainTimeoutMs } = options;
  const drain = drainTimeoutMs === undefined ? {} : { OPENENV_DRAIN_TIMEOUT_MS: String(drainTimeoutMs) };
  return variablesOf({ ...options, env: { ...drain, ...options.env } });
}

function milliseconds(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : `${ms}ms`;
}
