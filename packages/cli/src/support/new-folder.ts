/**
 * Writes a folder that was not there before.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { CommandFailure } from "../terminal/failure.ts";

/**
 * Nothing is overwritten: neither a file nor a folder that holds something.
 *
 * @throws CommandFailure
 */
export function checkIsFree(folder: string): void {
  if (!existsSync(folder)) return;
  const next = "Give another name, or empty it first.";
  let names: readonly string[];
  try {
    names = readdirSync(folder).filter((name) => name !== ".git");
  } catch (error) {
    throw new CommandFailure(`${folder} is no folder.`, { next, code: "EXISTS", cause: error });
  }
  if (names.length > 0)
    throw new CommandFailure(`${folder} is not empty, and nothing in it is overwritten.`, { next, code: "EXISTS" });
}

/**
 * A folder that did not exist before is removed again when something fails.
 *
 * @throws CommandFailure when it cannot be written
 */
export function writeNewFolder(folder: string, files: ReadonlyMap<string, string | Uint8Array>): void {
  const existed = existsSync(folder);
  try {
    for (const [path, content] of files) {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content, { flag: "wx" });
    }
  } catch (error) {
    if (!existed && existsSync(folder)) rmSync(folder, { recursive: true, force: true });
    throw new CommandFailure(`${folder} cannot be written: ${(error as Error).message}`, {
      next: "Name a place where a folder can be made.",
      code: (error as NodeJS.ErrnoException).code,
      cause: error,
    });
  }
}
