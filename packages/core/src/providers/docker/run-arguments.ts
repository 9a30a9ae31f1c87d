/**
 * The arguments of `docker run`, from the options. Pure: an argv, and the variables its command needs.
 */
import { InvalidArgumentError } from "../../errors/local-errors.ts";
import type { ContainerMount, LocalDockerProviderOptions } from "./docker-options.ts";

export interface RunArguments {
  readonly args: readonly string[];
  /**
   * Variables of the command itself. `-e NAME` without a value takes it from there, so that no value stands in an argv,
   * where every user of the machine could read it.
   */
  readonly env: Readonly<Record<string, string>>;
}

/** Variables that the command would heed itself: these are written into the argv. */
const HEEDED =
  /^(?:PATH|HOME|USER|TMPDIR|TERM|LANG|LC_.*|LD_.*|GO.*|DOCKER_.*|BUILDKIT_.*|CONTAINERS?_.*|REGISTRY_.*|XDG_.*|SSH_.*|SSL_.*|.*_PROXY)$/i;

/**
 * For a server: in the background, with its port published.
 *
 * @throws InvalidArgumentError for options that contradict each other or no engine would take
 */
export function runArguments(
  image: string,
  name: string,
  labels: Readonly<Record<string, string>>,
  options: LocalDockerProviderOptions,
  isPodman: boolean,
): RunArguments {
  const first = ["--detach", ...publishArguments(options), ...flag("--network", options.network)];
  return withCommonArguments(first, image, name, labels, options, isPodman);
}

/** For a program that talks over its standard streams: removed when it ends, and without a network unless one is named. */
export function attachedArguments(
  image: string,
  name: string,
  labels: Readonly<Record<string, string>>,
  options: LocalDockerProviderOptions,
  isPodman: boolean,
): RunArguments {
  const first = ["--interactive", "--rm", ...flag("--network", options.network ?? "none")];
  return withCommonArguments(first, image, name, labels, options, isPodman);
}

function withCommonArguments(
  first: readonly string[],
  image: string,
  name: string,
  labels: Readonly<Record<string, string>>,
  options: LocalDockerProviderOptions,
  isPodman: boolean,
): RunArguments {
  const { platform, cpus, memory, gpus, mounts = [], extraArgs = [], command = [] } = options;
  const variables = variablesOf(options);
  const args = [
    "run",
    ...first,
    "--name",
    name,
    // What is missing is fetched by a command of its own, which can be given up and tells its progress.
    "--pull",
    "never",
    ...Object.entries({ ...options.labels, ...labels }).flatMap(([key, value]) => ["--label", `${key}=${value}`]),
    ...flag("--platform", platform),
    ...flag("--cpus", cpus),
    ...flag("--memory", memory),
    ...(gpus === undefined ? [] : isPodman ? ["--device", `nvidia.com/gpu=${gpus}`] : ["--gpus", String(gpus)]),
    ...mounts.flatMap((mount) => ["--mount", mountArgument(mount)]),
    ...envArguments(variables),
    ...extraArgs,
    image,
    ...command,
  ];
  return { args, env: variablesOfCommand(variables) };
}

/** A name alone takes its value from the command's own variables. */
export function envArguments(variables: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(variables).flatMap(([key, value]) => ["--env", HEEDED.test(key) ? `${key}=${value}` : key]);
}

/** The variables that the command itself needs for {@link envArguments}. */
export function variablesOfCommand(variables: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(variables).filter(([key]) => !HEEDED.test(key)));
}

/** Whether the container has the machine's own network, so that there is nothing to publish. */
export function isHostNetwork({ network }: LocalDockerProviderOptions): boolean {
  return network === "host";
}

/** What the options say of a server's variables. */
export interface VariableOptions {
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  readonly maxConcurrentEnvs?: number | undefined;
}

/** @throws InvalidArgumentError for a name or value that no engine would take */
export function variablesOf({ env, secrets, maxConcurrentEnvs }: VariableOptions): Record<string, string> {
  const limit = maxConcurrentEnvs === undefined ? {} : { MAX_CONCURRENT_ENVS: String(maxConcurrentEnvs) };
  const variables = { ...limit, ...env, ...secrets };
  for (const [name, value] of Object.entries(variables)) {
    if (/^[^\s=]+$/.test(name) && !value.includes("\0")) continue;
    throw new InvalidArgumentError(
      "env",
      `${JSON.stringify(name)} in env is no variable: its name or value cannot be passed on.`,
    );
  }
  return variables;
}

function publishArguments(options: LocalDockerProviderOptions): string[] {
  const { network, port, containerPort = 8000, publishOn = "127.0.0.1" } = options;
  if (isHostNetwork(options)) return [];
  if (network === "none" || network?.startsWith("container:") === true) {
    throw new InvalidArgumentError(
      "network",
      `A server on network "${network}" cannot be reached: no port of it can be published.`,
    );
  }
  const address = publishOn.includes(":") ? `[${publishOn.replace(/^\[|\]$/g, "")}]` : publishOn;
  // Without a port the engine chooses one, and nobody can take it in between.
  return ["--publish", `${address}:${port ?? ""}:${containerPort}`];
}

/** One CSV record, as `--mount` reads it. */
export function mountArgument({ type = "bind", source, target, readOnly }: ContainerMount): string {
  if (type === "bind" && source === undefined)
    throw new InvalidArgumentError("mounts", `The mount of ${target} needs a source.`);
  const fields = [
    `type=${type}`,
    ...(source === undefined ? [] : [`source=${source}`]),
    `target=${target}`,
    ...(readOnly === true ? ["readonly"] : []),
  ];
  return fields.map((field) => (/[",]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(",");
}

export function flag(name: string, value: string | number | undefined): string[] {
  return value === undefined ? [] : [name, String(value)];
}
