/**
 * Reads single fields of an `openenv.yaml`. Core has no YAML parser: these are plain words at the top level.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Whether a folder is an environment's. */
export function hasManifest(folder: string): boolean {
  return existsSync(join(folder, "openenv.yaml"));
}

/** A scalar of a folder's manifest, such as `app`; `undefined` where it, or the manifest, is missing. */
export function manifestField(folder: string, name: string): string | undefined {
  return hasManifest(folder) ? fieldOf(readFileSync(join(folder, "openenv.yaml"), "utf8"), name) : undefined;
}

/** The same of a manifest's text. */
export function fieldOf(text: string, name: string): string | undefined {
  const value = `"([^"\\n]*)"|'([^'\\n]*)'|([^#\\s"'][^#\\n]*?)`;
  const [, ...forms] = new RegExp(`^${name}:[ \\t]+(?:${value})[ \\t]*(?:#.*)?$`, "m").exec(text) ?? [];
  return forms.find((form) => form !== undefined);
}
