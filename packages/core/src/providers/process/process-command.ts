/**
 * The command line of a server that somebody wants to run themselves, in the foreground or by a supervisor.
 */
import { checkOptionNames } from "../option-check.ts";
import { runtimeCommand, type RuntimeWish } from "./runtime-choice.ts";
import { serverEntry } from "./server-entry.ts";

/** Options of {@link processCommand}. */
export interface ProcessCommandOptions extends RuntimeWish {
  /** Where relative paths and the search for installed packages begin. Default: this process's folder. */
  readonly cwd?: string | undefined;
}

/** A server's file and what runs it. */
export interface ProcessCommand {
  readonly entry: string;
  /** The runtime's executable, its options, and the file. Arguments of the server follow. */
  readonly argv: readonly string[];
}

/**
 * What `ProcessProvider` would run: see its option `source`.
 *
 * @throws ProviderError with stage `resolve` when there is no such server, with stage `setup` when nothing can run it
 */
export function processCommand(source: string, options: ProcessCommandOptions = {}): ProcessCommand {
  checkOptionNames("processCommand", options, ["cwd", "runtime", "runtimePath", "runtimeArgs"]);
  const { cwd, ...wish } = options;
  const entry = serverEntry(source, cwd);
  return { entry, argv: runtimeCommand(entry, wish) };
}
