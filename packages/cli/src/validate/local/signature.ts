/**
 * Tells by its files what kind of package a folder is. It reads, and guesses nothing.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { CommandFailure } from "../../terminal/failure.ts";

/** Exit code for what is no package, or more than one. */
const EXIT_UNSUPPORTED = 2;

/** @throws CommandFailure with exit code 2 for a folder that is no package of ours, or of two kinds at once */
export function checkSignature(folder: string): void {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw unsupported(`${folder} is no folder.`);
  const found = ["openenv.yaml", "task.toml", "task.md"].filter((file) => isThere(join(folder, file)));
  if (found.length > 1) throw unsupported(`${folder} is ambiguous: it has ${found.join(" and ")}.`);
  if (found[0] !== "openenv.yaml") throw unsupported(`${folder} is no environment: it has no openenv.yaml.`);
}

/** A `task.md` counts where it has front matter. */
function isThere(file: string): boolean {
  if (!existsSync(file) || !statSync(file).isFile()) return false;
  return !file.endsWith("task.md") || readFileSync(file, "utf8").trimStart().startsWith("---");
}

function unsupported(message: string): CommandFailure {
  return new CommandFailure(message, {
    next: "Name the folder of an environment, or start one: openenv init my-env",
    exitCode: EXIT_UNSUPPORTED,
    code: "UNSUPPORTED_PACKAGE",
  });
}
