/**
 * What regenerates the code of a project.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The command that the headers of an environment's files name; `openenv generate` where there are none yet. */
export function generatedBy(folder: string): string {
  const file = join(folder, "client/src/gen/index.ts");
  const header = existsSync(file) ? readFileSync(file, "utf8").split("\n", 1)[0] : undefined;
  return /then run `([^`]+)`/.exec(header ?? "")?.[1] ?? "openenv generate";
}
