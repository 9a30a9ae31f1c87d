/**
 * What a {@link LocalDockerProvider} takes. Types, and the check of names.
 */
import { checkOptionNames } from "../option-check.ts";
import type { ProviderOptions } from "../server-provider.ts";
import { ENGINE_OPTION_NAMES, type EngineOptions } from "./container-cli.ts";

/** A folder, volume or memory file system inside the container. */
export interface ContainerMount {
  /** Default `bind`. */
  readonly type?: "bind" | "volume" | "tmpfs" | undefined;
  /** An absolute path of the engine's machine, or a volume's name; none for `tmpfs`. */
  readonly source?: string | undefined;
  /** An absolute path in the container. */
  readonly target: string;
  readonly readOnly?: boolean | undefined;
}

/** Options of a {@link LocalDockerProvider}. */
export interface LocalDockerProviderOptions extends ProviderOptions, EngineOptions {
  /** The image: a name, with a tag or a digest. An image given to `start()` wins. */
  readonly image?: string | undefined;
  /** When it is fetched. Default `missing`. */
  readonly pull?: "missing" | "always" | "never" | undefined;
  /** Such as `linux/arm64`. Default: the engine's. */
  readonly platform?: string | undefined;
  /** What the container runs in place of the image's own command. */
  readonly command?: readonly string[] | undefined;
  /** Variables. Values whose names sound secret (`…_TOKEN`, `…_KEY`) do not appear in errors and logs. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** More variables, whose values never appear in errors, logs or the command line. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  readonly mounts?: readonly ContainerMount[] | undefined;
  /** Labels beside those by which `listContainers` finds what was started. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** Processors at most, such as `1.5`. */
  readonly cpus?: number | undefined;
  /** Memory at most: `512m`, `2g`. */
  readonly memory?: string | undefined;
  /** A network of the engine. `host` publishes nothing: the server is then on `containerPort` of the machine. */
  readonly network?: string | undefined;
  /** `all`, a count, or what `docker run --gpus` takes. */
  readonly gpus?: string | number | undefined;
  /** Port on this machine. Default: a free one, chosen by the engine. */
  readonly port?: number | undefined;
  /** Port the server listens on in the container. Default 8000. */
  readonly containerPort?: number | undefined;
  /** Address of this machine that the port is published on. Default `127.0.0.1`: nobody else reaches it. */
  readonly publishOn?: string | undefined;
  /** Sessions at once, by the variable `MAX_CONCURRENT_ENVS`. Default: the image's own. */
  readonly maxConcurrentEnvs?: number | undefined;
  /** Arguments of `docker run` that have no option here; they stand before the image. */
  readonly extraArgs?: readonly string[] | undefined;
  /** Login for the pull of this image; the machine's own logins are not touched. */
  readonly registryLogin?: { readonly username: string; readonly password: string } | undefined;
  /** How long the server may take to end by itself, in milliseconds; then it is killed. Default 10 s. */
  readonly stopTimeoutMs?: number | undefined;
  /** Whether it is removed when this process ends without a `stop()`, in whatever way. Default `true`. */
  readonly cleanupOnExit?: boolean | undefined;
}

export const DOCKER_OPTION_NAMES: readonly (keyof LocalDockerProviderOptions)[] = [
  ...ENGINE_OPTION_NAMES,
  "image",
  "pull",
  "platform",
  "command",
  "env",
  "secrets",
  "mounts",
  "labels",
  "cpus",
  "memory",
  "network",
  "gpus",
  "port",
  "containerPort",
  "publishOn",
  "maxConcurrentEnvs",
  "extraArgs",
  "registryLogin",
  "stopTimeoutMs",
  "cleanupOnExit",
];

const MOUNT_OPTION_NAMES: readonly (keyof ContainerMount)[] = ["type", "source", "target", "readOnly"];

/**
 * The options inside of options. A misspelt `readOnly` would give what it says to keep.
 *
 * @throws InvalidArgumentError for an option that does not exist
 */
export function checkNestedOptions(owner: string, { mounts = [], registryLogin }: LocalDockerProviderOptions): void {
  for (const mount of mounts) checkOptionNames(`${owner}'s mounts`, mount, MOUNT_OPTION_NAMES);
  checkOptionNames(`${owner}'s registryLogin`, registryLogin ?? {}, ["username", "password"]);
}
