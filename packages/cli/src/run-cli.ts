/**
 * From a command line to an exit code. Loads the one command that is called and nothing else.
 */
import process from "node:process";

import { readArguments } from "./command/arguments.ts";
import { commandHelp, rootHelp } from "./command/help.ts";
import { commandGroups, loadCommand, resolveName } from "./command/table.ts";
import { EXIT_INTERRUPTED, tell, UsageError } from "./terminal/failure.ts";
import { Terminal } from "./terminal/terminal.ts";
import { version } from "./version.ts";

/**
 * Runs the `openenv` command. Prints to stdout and stderr; never ends the process, but for a second Ctrl-C.
 *
 * @param argv what stands behind `openenv`
 * @returns the exit code
 */
export async function runCli(argv: readonly string[]): Promise<number> {
  // Whoever reads may have read enough (`openenv list | head`).
  process.stdout.on("error", ignoreClosedPipe);
  const [name = "--help", ...rest] = argv;
  const terminal = new Terminal(beforeDashes(argv).includes("--json"));
  const interruption = new Interruption();
  try {
    if (name === "--help" || name === "-h" || name === "help") return await showHelp(rest[0], terminal);
    if (name === "--version" || name === "-v") return showVersion(terminal);
    if (name.startsWith("-")) throw new UsageError(`There is no option ${name} without a command.`);
    const command = await loadCommand(resolveName(name));
    const { args, rest: passed, options, help } = readArguments(command, rest);
    if (help) return await showHelp(command.name, terminal);
    const { signal } = interruption;
    const code = await command.run({ args, rest: passed, options, terminal, signal, cwd: process.cwd() });
    return signal.aborted ? EXIT_INTERRUPTED : (code ?? 0);
  } catch (error) {
    // What is interrupted says nothing, but where something is left behind.
    if (interruption.signal.aborted && tell(error).exitCode !== EXIT_INTERRUPTED) return showInterruption(terminal);
    return fail(error, terminal);
  } finally {
    interruption.release();
    process.stdout.off("error", ignoreClosedPipe);
  }
}

async function showHelp(name: string | undefined, terminal: Terminal): Promise<number> {
  if (name !== undefined && !name.startsWith("-")) {
    const command = await loadCommand(resolveName(name));
    if (terminal.json) terminal.result({ ...command, run: undefined });
    else terminal.line(commandHelp(command, terminal.bold).trimEnd());
  } else if (terminal.json) terminal.result({ version: version(), commands: commandGroups.flatMap(([, all]) => all) });
  else terminal.line(rootHelp(commandGroups, terminal.bold).trimEnd());
  return 0;
}

function showVersion(terminal: Terminal): number {
  terminal.result({ version: version() });
  terminal.line(version());
  return 0;
}

function showInterruption(terminal: Terminal): number {
  terminal.event({ ok: false, error: { code: "INTERRUPTED", message: "Interrupted." } });
  return EXIT_INTERRUPTED;
}

function fail(error: unknown, terminal: Terminal): number {
  const { code, message, next, exitCode } = tell(error);
  // On one line: it may stand behind events, each of which is one.
  terminal.event({ ok: false, error: { code, message, ...(next === undefined ? {} : { next }) } });
  terminal.note(`${terminal.red("error")} ${message}`);
  if (next !== undefined) terminal.note(next);
  if ((process.env["OPENENV_DEBUG"] ?? "") !== "" && error instanceof Error) terminal.note(error.stack ?? "");
  return exitCode;
}

/** The first Ctrl-C asks the command to end, the second ends the process. */
class Interruption {
  readonly #controller = new AbortController();
  readonly #ask = (): void => {
    if (this.#controller.signal.aborted) process.exit(EXIT_INTERRUPTED);
    this.#controller.abort(new Error("Interrupted."));
  };

  constructor() {
    process.on("SIGINT", this.#ask);
    process.on("SIGTERM", this.#ask);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  release(): void {
    process.off("SIGINT", this.#ask);
    process.off("SIGTERM", this.#ask);
  }
}

function beforeDashes(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf("--");
  return end === -1 ? argv : argv.slice(0, end);
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}
