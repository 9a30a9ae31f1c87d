/**
 * Loads a module of an installed package, as code beside it would.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { InstalledPackage } from "./installed-environments.ts";

/** @param entry `.`, or `./schema` */
export async function installedModule(
  { name, folder }: InstalledPackage,
  entry: string,
): Promise<Readonly<Record<string, unknown>>> {
  // By its own name, from within: whatever is installed where, this is the package that was found.
  const resolve = createRequire(join(folder, "package.json")).resolve;
  const file = resolve(name + entry.slice(1));
  return (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;
}
