/**
 * Finds what is forked: the folder of an environment, or that of an installed one.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isEnvironmentFolder } from "@openenv/codegen";
import { findEnvironment } from "@openenv/core/auto";
import { parse } from "yaml";

import { readEnvironmentManifest } from "../support/environment-manifest.ts";
import { CommandFailure } from "../terminal/failure.ts";
import type { ForkName } from "./rename.ts";

export interface ForkSource {
  readonly folder: string;
  readonly name: ForkName;
}

/** @throws CommandFailure when nothing is there to copy */
export async function forkSource(source: string, cwd: string): Promise<ForkSource> {
  const folder = resolve(cwd, source);
  const home = existsSync(join(folder, "openenv.yaml")) ? folder : installedFolder(source, cwd);
  const names = await readEnvironmentManifest(home);
  if (!(await isEnvironmentFolder(home)))
    throw new CommandFailure(`${home} has no schema.ts and no *.schema.json.`, { code: "NO_ENVIRONMENT" });
  const client = packageName(join(home, "client")) ?? names.slug;
  return { folder: home, name: { names, client, server: packageName(join(home, "server")) ?? `${client}-server` } };
}

/** The project that an installed package is linked from: what is published has no schema to start from. */
function installedFolder(source: string, cwd: string): string {
  const found = findEnvironment(source, cwd);
  if (found === undefined)
    throw new CommandFailure(`"${source}" is neither the folder of an environment nor one that is installed here.`, {
      next: "openenv list shows what is installed.",
      code: "NO_ENVIRONMENT",
    });
  const packages = [found.client, found.server].flatMap((each) => (each === undefined ? [] : [each.folder]));
  const home = packages.map((each) => dirname(each)).find((each) => isHomeOf(each, found.name));
  if (home !== undefined) return home;
  throw new CommandFailure(`${source} is installed in ${packages.join(" and ")} without its openenv.yaml and schema.`, {
    next: "Get its repository, and fork the folder of the environment in it.",
    code: "NO_SOURCE",
  });
}

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
  const { name } = JSON.parse(readFileSync(file, "utf8")) as { name?: unknown };
  return typeof name === "string" ? name : undefined;
}
