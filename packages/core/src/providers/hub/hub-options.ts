/**
 * What a {@link HubProvider} takes. Types, and the names for the check.
 */
import type { LocalDockerProviderOptions } from "../docker/docker-options.ts";
import type { ProcessProviderOptions } from "../process/process-options.ts";
import type { UVProviderOptions } from "../python/python-options.ts";
import type { ProviderOptions } from "../server-provider.ts";

/** How an `owner/name` of the hub becomes a server. */
export type SpaceUse =
  /** The Space itself, which runs on the hub and is shared with everybody. */
  | "space"
  /** Its image, in a container here. */
  | "image"
  /** Its source, as a process here: somebody else's code with this process's rights. */
  | "source";

/** Options of a {@link HubProvider} and of `resolveEnv`. */
export interface HubOptions {
  /**
   * How an `owner/name` becomes a server. Default: `image` where there is Docker or Podman, else `space` when it is
   * running. Never `source` without being asked.
   */
  readonly use?: SpaceUse | undefined;
  /** The hub. Default: variable `HF_ENDPOINT`, else `https://huggingface.co`. */
  readonly endpoint?: string | undefined;
  /** For private Spaces. Default: variable `HF_TOKEN`. Sent to the hub, to the Space and to the registry, nowhere else. */
  readonly token?: string | undefined;
  /** Where the images of Spaces are. Default `registry.hf.space`. */
  readonly registry?: string | undefined;
  /** Tag of a Space's image. Default `latest`. */
  readonly tag?: string | undefined;
  /** Whether a package that is not installed is fetched into `installFolder`. Its code then runs here. Default `false`. */
  readonly install?: boolean | undefined;
  /** Default: a folder `openenv/packages` of the user's cache. */
  readonly installFolder?: string | undefined;
  /** Where relative paths and the search for installed packages begin. Default: this process's folder. */
  readonly cwd?: string | undefined;
}

/** Options of a {@link HubProvider}. */
export interface HubProviderOptions extends ProviderOptions, HubOptions {
  /** What to run. An id given to `start()` wins. */
  readonly id?: string | undefined;
  /** For what runs in a container. */
  readonly docker?: Omit<LocalDockerProviderOptions, keyof ProviderOptions> | undefined;
  /** For what runs as a process. */
  readonly process?: Omit<ProcessProviderOptions, keyof ProviderOptions> | undefined;
  /** For what runs with Python. */
  readonly python?: Omit<UVProviderOptions, keyof ProviderOptions> | undefined;
}

export const HUB_OPTION_NAMES: readonly (keyof HubOptions)[] = [
  "use",
  "endpoint",
  "token",
  "registry",
  "tag",
  "install",
  "installFolder",
  "cwd",
];
