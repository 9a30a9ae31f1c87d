/**
 * Finds what is forked: the folder of an environment, that of an installed one, or the repository of either kind.
 */
import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { isEnvironmentFolder } from "@openenv/codegen";
import { findEnvironment, type InstalledEnvironment } from "@openenv/core/auto";
import { resolveEnv } from "@openenv/core/providers";
import { parse } from "yaml";

import { readEnvironmentManifest } from "../support/environment-manifest.ts";
import { isObject } from "../support/is-object.ts";
import { CommandFailure } from "../terminal/failure.ts";
import type { ForkName } from "./rename.ts";
import { repositoryOf } from "./repository.ts";

export interface ForkSource extends AsyncDisposable {
  readonly folder: string;
  readonly name: ForkName;
}

interface Found {
  readonly folder: string;
  /** A temporary folder, to be removed. */
  readonly clone?: string | undefined;
}

export interface ForkSourceOptions {
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly onProgress: (message: string) => void;
}

/**
 * Runs nothing of what it finds; disposing of it removes a clone.
 *
 * @throws CommandFailure when nothing is there to copy, ProviderError when a repository cannot be cloned
 */
export async function forkSource(source: string, options: ForkSourceOptions): Promise<ForkSource> {
  const found = await find(source, options);
  const dispose = async (): Promise<void> => {
    if (found.clone !== undefined) await rm(found.clone, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    return {
      folder: found.folder,
      name: await nameOf(found.folder, found.clone === undefined ? found.folder : source),
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function find(source: string, options: ForkSourceOptions): Promise<Found> {
  if (isRemote(source)) return fetchSource(source, options);
  const folder = resolve(options.cwd, source);
  if (existsSync(join(folder, "openenv.yaml"))) return { folder };
  const installed = findEnvironment(source, options.cwd);
  if (installed === undefined)
    throw new CommandFailure(`"${source}" is neither the folder of an environment nor one that is installed here.`, {
      next: "openenv list shows what is installed. A repository begins with git+https://, a Space with hf:.",
      code: "NO_ENVIRONMENT",
    });
  const folders = packageFolders(installed);
  const home = folders.map((each) => dirname(each)).find((each) => isHomeOf(each, installed.name));
  if (home !== undefined) return { folder: home };
  const repository = folders.map((each) => repositoryOf(readJson(join(each, "package.json")))).find(Boolean);
  if (repository !== undefined) return fetchSource(repository, options);
  throw new CommandFailure(
    `${source} is installed in ${folders.join(" and ")} without its schema, and its package.json names no repository.`,
    { next: "Name its repository: openenv fork git+https://HOST/REPOSITORY.git NAME", code: "NO_SOURCE" },
  );
}

/** Whether it has to be fetched. */
function isRemote(source: string): boolean {
  return /^(?:git\+|hf:)/.test(source);
}

async function fetchSource(source: string, { cwd, signal, onProgress }: ForkSourceOptions): Promise<Found> {
  const found = await resolveEnv(source, {
    cwd,
    signal,
    use: "source",
    onProgress: ({ message }) => onProgress(message),
  });
  if (found.type === "process" || found.type === "python") return found;
  throw new CommandFailure(`${source} has no source to copy.`, {
    next: "Name the folder that its openenv.yaml lies in.",
    code: "NO_ENVIRONMENT",
  });
}

/** `label`: how the folder is called in what goes wrong. */
async function nameOf(home: string, label: string): Promise<ForkName> {
  if (!existsSync(join(home, "openenv.yaml")))
    throw new CommandFailure(`${label} is no environment: it has no openenv.yaml.`, {
      next: "A folder of a repository is named behind it: git+https://HOST/REPOSITORY.git#subdirectory=envs/my-env",
      code: "NO_ENVIRONMENT",
    });
  const names = await readEnvironmentManifest(home);
  if (!(await isEnvironmentFolder(home)))
    throw new CommandFailure(`${label} has no schema.ts and no *.schema.json.`, {
      next: "Name the folder of an environment that has one.",
      code: "NO_ENVIRONMENT",
    });
  const client = packageName(join(home, "client")) ?? names.slug;
  return { names, client, server: packageName(join(home, "server")) ?? `${client}-server` };
}

function packageFolders({ client, server }: InstalledEnvironment): readonly string[] {
  return [client, server].flatMap((each) => (each === undefined ? [] : [each.folder]));
}

/** A package that is linked lies in its project. */
function isHomeOf(folder: string, name: string): boolean {
  try {
    const manifest = parse(readFileSync(join(folder, "openenv.yaml"), "utf8")) as { name?: unknown };
    return String(manifest.name).replaceAll("-", "_") === name.replaceAll("-", "_");
  } catch {
    return false;
  }
}

function packageName(folder: string): string | undefined {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return undefined;
  const { name } = readJson(file);
  return typeof name === "string" ? name : undefined;
}

function readJson(file: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(readFileSync(file, "utf8"));
  return isObject(value) ? value : {};
}
