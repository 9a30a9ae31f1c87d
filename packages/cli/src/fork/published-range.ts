/**
 * What a dependency on a workspace is outside its monorepo: the version that the workspace has there.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import { findMonorepo } from "../init/monorepo.ts";

/**
 * @param home the folder of the package that has the dependency
 * @returns the range itself where it is none of a workspace, or the workspace is not found
 */
export function publishedRange(name: string, range: string, home: string): string {
  if (!range.startsWith("workspace:")) return range;
  const version = installedVersion(name, home) ?? workspaceVersion(name, home);
  return version === undefined ? range : `^${version}`;
}

function installedVersion(name: string, home: string): string | undefined {
  try {
    return readPackage(createRequire(join(home, "package.json")).resolve(`${name}/package.json`)).version;
  } catch {
    return undefined;
  }
}

/** Nothing is installed in a clone: there the files of the repository are looked through. */
function workspaceVersion(name: string, home: string): string | undefined {
  const root = findMonorepo(home)?.root;
  if (root === undefined) return undefined;
  for (const path of readdirSync(root, { recursive: true, encoding: "utf8" })) {
    if (!/(?:^|[\\/])package\.json$/.test(path) || path.includes("node_modules")) continue;
    const found = readPackage(join(root, path));
    if (found.name === name) return found.version;
  }
  return undefined;
}

function readPackage(file: string): { readonly name?: string; readonly version?: string } {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as { name?: string; version?: string };
  } catch {
    return {};
  }
}
