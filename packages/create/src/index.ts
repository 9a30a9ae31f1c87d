/** `@openenv/create`: `openenv init` under the name that `npm create` looks for. */
import { runCli } from "@openenv/cli";

/**
 * Starts a project.
 *
 * @param argv a folder, and the options of `openenv init`
 * @returns the exit code
 */
export function create(argv: readonly string[]): Promise<number> {
  return runCli(["init", ...argv]);
}
