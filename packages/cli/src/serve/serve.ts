/**
 * Runs a server in the foreground: what it prints is printed, and Ctrl-C lets it finish what it does.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

import type { Invocation } from "../command/command.ts";
import { endProgram, exitCodeOf } from "../support/program.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { serverCommand, serverFlags, type ServeOptions } from "./server-source.ts";

/** @returns the server's exit code */
export async function serve(invocation: Invocation<ServeOptions>): Promise<number> {
  const { args, rest, options, terminal, signal, cwd } = invocation;
  const [source = "."] = args;
  const { argv } = await serverCommand(source, options.runtime, cwd);
  const server = startServer([...argv, ...serverFlags(options), ...rest], cwd, terminal);
  const stop = (): void => void endProgram(server);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.on("close", (code, killed) => resolve(exitCodeOf(code, killed)));
  });
}

/** In JSON mode its first line becomes an event, and nothing else of it reaches stdout. */
export function startServer(argv: readonly string[], cwd: string, terminal: Terminal): ChildProcess {
  const [command = "", ...args] = argv;
  // A group of its own: a terminal's Ctrl-C would reach it twice, and the second one ends it in the middle of a step.
  const child = spawn(command, args, {
    cwd,
    stdio: ["ignore", "pipe", terminal.json ? "ignore" : "inherit"],
    detached: true,
  });
  if (child.stdout === null) return child;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const [, name, url] = /^serving (\S+) on (https?:\S+)/.exec(line) ?? [];
    if (name !== undefined) terminal.event({ event: "listening", name, url });
    terminal.line(line);
  });
  return child;
}
