/** Finds the wheels that Python gets. */
import { readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { InvalidArgumentError } from "@openenv/core";

/**
 * @param given files and folders; without it, the wheels in the folder of the pyodide package, where Pyodide itself
 *   looks for them
 * @throws InvalidArgumentError when one does not exist
 */
export function findWheels(given: readonly string[] | undefined): readonly string[] {
  if (given === undefined) return wheelsIn(dirname(createRequire(import.meta.url).resolve("pyodide/package.json")));
  return given.flatMap((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory() === true) return wheelsIn(resolve(path));
    if (stats?.isFile() === true && path.endsWith(".whl")) return [resolve(path)];
    throw new InvalidArgumentError("wheels", `wheels names "${path}", which is no wheel and no folder.`);
  });
}

function wheelsIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".whl"))
    .toSorted()
    .map((name) => join(folder, name));
}
