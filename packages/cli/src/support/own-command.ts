/**
 * What runs this command, and how it is started again in a process of its own.
 */
import { existsSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** The runtime and the file; arguments follow. */
export function ownCommand(): string[] {
  const built = fileURLToPath(new URL("../main.js", import.meta.url));
  const file = existsSync(built) ? built : built.replace(/\.js$/, ".ts");
  const flags = process.versions["deno"] === undefined ? [] : ["run", "-A"];
  return [process.execPath, ...flags, file];
}

/** The Bun that runs this command, for what Bun alone can do; `undefined` on another runtime. */
export function bunOfThisProcess(): string | undefined {
  return process.versions["bun"] === undefined ? undefined : process.execPath;
}
