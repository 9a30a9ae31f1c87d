/**
 * Installs the packages of a project that has just been written.
 */
import { CommandFailure, EXIT_INTERRUPTED } from "../terminal/failure.ts";
import type { PackageManager } from "./package-manager.ts";
import { mustRunProgram } from "./program.ts";

interface Installation {
  /** What is written, for what goes wrong: "The project". */
  readonly what: string;
  readonly folder: string;
  /** Where the workspaces are listed. Default: the folder. */
  readonly root: string | undefined;
  readonly signal: AbortSignal;
}

/** @throws CommandFailure that says what is there already, also when it is interrupted */
export async function installPackages(
  { install }: PackageManager,
  { what, folder, root = folder, signal }: Installation,
): Promise<void> {
  try {
    const failure = `${what} is written, but its packages cannot be installed`;
    await mustRunProgram(install, { cwd: root, signal, failure });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new CommandFailure(`Interrupted. ${what} is written to ${folder}, but its packages are not installed.`, {
      next: `Go on in ${root} with: ${install.join(" ")}`,
      exitCode: EXIT_INTERRUPTED,
      code: "INTERRUPTED",
      cause: error,
    });
  }
}
