/**
 * A server that this command has started: what it prints is printed, and what is told of its end.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

import { exitCodeOf } from "../support/program.ts";
import { CommandFailure, EXIT_FAILED } from "../terminal/failure.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** How many of its last lines on stderr a program is told. */
const LAST_LINES = 20;

export interface StartedServer {
  readonly child: ChildProcess;
  /** When it has ended and all it printed is read: the failure, unless it ended well. Never rejects. */
  readonly ended: Promise<CommandFailure | undefined>;
}

/** In JSON mode its first line becomes an event, and nothing else of it reaches stdout; its end tells what stderr had. */
export function startServer(argv: readonly string[], cwd: string, terminal: Terminal): StartedServer {
  const [command = "", ...args] = argv;
  // A group of its own: a terminal's Ctrl-C would reach it twice, and the second one ends it in the middle of a step.
  const child = spawn(command, args, {
    cwd,
    stdio: ["ignore", "pipe", terminal.json ? "pipe" : "inherit"],
    detached: true,
  });
  let listens = false;
  const said: string[] = [];
  if (child.stdout !== null) {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const [, name, url] = /^serving (\S+) on (https?:\S+)/.exec(line) ?? [];
      if (name !== undefined) {
        listens = true;
        terminal.event({ event: "listening", name, url });
      }
      terminal.line(line);
    });
  }
  if (child.stderr !== null) {
    createInterface({ input: child.stderr }).on("line", (line) => {
      said.push(line);
      if (said.length > LAST_LINES) said.shift();
    });
  }
  const ended = new Promise<CommandFailure | undefined>((resolve) => {
    child.on("error", (error) => {
      resolve(failureOf(`cannot be started: ${error.message}`, { exitCode: EXIT_FAILED, listens, said }));
    });
    child.on("close", (code, killed) => {
      const exitCode = exitCodeOf(code, killed);
      const what = `ended with ${exitCode}${listens ? "" : " before it listened"}`;
      resolve(exitCode === 0 ? undefined : failureOf(what, { exitCode, listens, said }));
    });
  });
  return { child, ended };
}

interface End {
  readonly exitCode: number;
  readonly listens: boolean;
  readonly said: readonly string[];
}

function failureOf(what: string, { exitCode, listens, said }: End): CommandFailure {
  const words = said.join("\n").trim();
  return new CommandFailure(`The server ${what}${words === "" ? "." : `:\n${words}`}`, {
    next: listens
      ? "What it printed says why; openenv validate checks the environment."
      : "What it printed says why. Where the port is taken, --port 0 takes a free one.",
    exitCode,
    code: "SERVER_ENDED",
  });
}
