/**
 * From an id to what can be started. Asks the hub where it has to; starts nothing and runs nobody's code.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";

import { ProviderError } from "../../errors/provider-error.ts";
import { Cleanup } from "../cleanup.ts";
import { type Clone, cloneRepository } from "../git-clone.ts";
import { checkOptionNames } from "../option-check.ts";
import { findOnPath } from "../process/runtime-choice.ts";
import { toPath } from "../process/server-entry.ts";
import type { StartOptions } from "../provider.ts";
import type { LaunchContext } from "../running-server.ts";
import { TimeLimit } from "../time-limit.ts";
import { parseEnvironmentId, spaceSubdomain } from "./environment-id.ts";
import { bearer, hubEndpoint, hubToken, spaceFacts } from "./hub-api.ts";
import { HUB_OPTION_NAMES, type HubOptions } from "./hub-options.ts";
import { installedPackage } from "./installed-package.ts";

/** What an id leads to. */
export type ResolvedEnv =
  /** A server that runs already. */
  | { readonly type: "url"; readonly url: string; readonly headers: Readonly<Record<string, string>> }
  /** `token` is for the pull. */
  | { readonly type: "image"; readonly image: string; readonly token: string | undefined }
  /** A folder of a package or environment in JavaScript or TypeScript. */
  | ({ readonly type: "process" } & ResolvedFolder)
  /** A folder of a Python environment. */
  | ({ readonly type: "python" } & ResolvedFolder);

export interface ResolvedFolder {
  readonly folder: string;
  /** The temporary folder that its repository was cloned into; `undefined` for what was here already. */
  readonly clone?: string | undefined;
}

/**
 * Says what an id leads to: see {@link parseEnvironmentId} for its forms. A clone that is needed to find out is the
 * caller's to remove.
 *
 * @throws InvalidArgumentError for an id that names nothing, ProviderError when it leads to nothing
 */
export async function resolveEnv(id: string, options: HubOptions & StartOptions = {}): Promise<ResolvedEnv> {
  const { signal, timeoutMs, onProgress, ...hub } = options;
  checkOptionNames("resolveEnv", hub, HUB_OPTION_NAMES);
  const limit = new TimeLimit("resolved environment", { signal, timeoutMs }, 600_000);
  const cleanup = new Cleanup();
  try {
    return await resolve(id, hub, {
      signal: limit.signal,
      cleanup,
      progress: (stage, message) => onProgress?.({ stage, message }),
    });
  } catch (error) {
    await cleanup.run();
    throw error;
  } finally {
    limit.release();
  }
}

/** As {@link resolveEnv}, as a part of a launch. */
export async function resolve(id: string, options: HubOptions, context: LaunchContext): Promise<ResolvedEnv> {
  const named = parseEnvironmentId(id);
  context.progress("resolve", `Resolving ${id}`);
  switch (named.type) {
    case "url":
      return { type: "url", url: named.url, headers: {} };
    case "image":
      return { type: "image", image: named.image, token: undefined };
    case "folder":
      return ofFolder(toPath(named.path, options.cwd));
    case "git":
      return ofClone(await cloneRepository(named.source, undefined, context));
    case "package":
      return { type: "process", folder: await installedPackage(named.name, options, context) };
    case "space":
      return ofSpace(named.space, options, context);
  }
}

async function ofSpace(space: string, options: HubOptions, context: LaunchContext): Promise<ResolvedEnv> {
  const token = hubToken(options);
  const { use = hasEngine() ? "image" : "space", registry = "registry.hf.space", tag = "latest" } = options;
  if (use === "image") return { type: "image", image: `${registry}/${spaceSubdomain(space)}:${tag}`, token };
  if (use === "source") {
    return ofClone(await cloneRepository(`git+${hubEndpoint(options)}/spaces/${space}`, token, context));
  }
  const { url, stage } = await spaceFacts(space, options, context.signal);
  if (stage === "RUNNING") return { type: "url", url, headers: bearer(url, token) };
  throw new ProviderError(
    "resolve",
    `The Space ${space} is not running, but ${stage}. Start it on the hub, or run it here: use "image" needs Docker or ` +
      `Podman, use "source" runs its code as a process.`,
    { details: { space, stage }, retryable: true },
  );
}

function ofClone({ root, folder }: Clone): ResolvedEnv {
  return { ...ofFolder(folder), clone: root };
}

function ofFolder(folder: string): { readonly type: "process" | "python"; readonly folder: string } {
  if (!existsSync(folder)) throw new ProviderError("resolve", `There is no ${folder}.`);
  const isPython = existsSync(join(folder, "pyproject.toml")) || existsSync(join(folder, "server/app.py"));
  const isJavaScript = existsSync(join(folder, "package.json")) || existsSync(join(folder, "server/package.json"));
  if (isPython && !isJavaScript) return { type: "python", folder };
  return { type: "process", folder };
}

function hasEngine(): boolean {
  return findOnPath("docker") !== undefined || findOnPath("podman") !== undefined;
}
