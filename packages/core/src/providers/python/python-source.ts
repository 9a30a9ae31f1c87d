/**
 * From what a user names to what Python has to install and where its application is.
 */
import { existsSync } from "node:fs";

import { InvalidArgumentError } from "../../errors/local-errors.ts";
import { ProviderError } from "../../errors/provider-error.ts";
import { cloneRepository, isGitSource } from "../git-clone.ts";
import { manifestField } from "../manifest-field.ts";
import { isPath, toPath } from "../process/server-entry.ts";
import type { LaunchContext } from "../running-server.ts";
import type { UVProviderOptions } from "./python-options.ts";

/** A project folder, or a requirement. */
export interface PythonSource {
  readonly folder: string | undefined;
  readonly requirement: string | undefined;
  /** `module:name`, as uvicorn takes it. */
  readonly app: string;
}

/** @throws ProviderError when there is no such folder or repository, `InvalidArgumentError` for anything else */
export async function pythonSource(
  source: string | undefined,
  options: UVProviderOptions,
  context: LaunchContext,
): Promise<PythonSource> {
  if (source === undefined) throw new InvalidArgumentError("source", "Give a folder, a repository or a requirement.");
  if (isGitSource(source)) {
    const { folder } = await cloneRepository(source, options.gitToken, context);
    return ofFolder(folder, options);
  }
  if (isPath(source)) return ofFolder(toPath(source, options.cwd), options);
  const name = /^[A-Za-z0-9][\w.-]*/.exec(source)?.[0];
  if (name === undefined) {
    throw new InvalidArgumentError("source", `"${source}" is no requirement. Begin a path with "./" or "/".`);
  }
  return { folder: undefined, requirement: source, app: options.app ?? `${moduleOf(name)}.server.app:app` };
}

function ofFolder(folder: string, { app }: UVProviderOptions): PythonSource {
  if (!existsSync(folder)) throw new ProviderError("resolve", `There is no ${folder}.`);
  return { folder, requirement: undefined, app: app ?? manifestField(folder, "app") ?? "server.app:app" };
}

/** Environments are published as `openenv-echo-env` and imported as `echo_env` (PROTOCOL §5.9). */
function moduleOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/^openenv-/, "")
    .replace(/[.-]+/g, "_");
}
