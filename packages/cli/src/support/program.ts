/**
 * Runs other programs: one to its end with its words caught, or one in the foreground.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import process from "node:process";

import { CommandFailure } from "../terminal/failure.ts";

/** How long a program may take to end once it is asked to. */
const END_MS = 10_000;

export interface ProgramOptions {
  readonly cwd?: string | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Text for its stdin. */
  readonly input?: string | undefined;
}

export interface ProgramResult {
  /** `undefined` when it could not be started. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Never rejects, but for an abort. */
export async function runProgram(argv: readonly string[], options: ProgramOptions = {}): Promise<ProgramResult> {
  const [command = "", ...args] = argv;
  const { cwd, env = process.env, signal, input } = options;
  signal?.throwIfAborted();
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    // A group of its own, so that what it has started ends with it: that would keep its pipes open, too.
    detached: process.platform !== "win32",
  });
  let force: ReturnType<typeof setTimeout> | undefined;
  const abort = (): void => {
    endGroup(child, "SIGTERM");
    force = setTimeout(() => endGroup(child, "SIGKILL"), END_MS);
  };
  signal?.addEventListener("abort", abort, { once: true });
  const texts = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (texts.stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (texts.stderr += text));
  child.stdin?.on("error", () => {}).end(input);
  const exitCode = await new Promise<number | undefined>((resolve) => {
    child.on("error", (error) => {
      texts.stderr += error.message;
      resolve(undefined);
    });
    child.on("close", (code, killed) => resolve(exitCodeOf(code, killed)));
  });
  clearTimeout(force);
  signal?.removeEventListener("abort", abort);
  signal?.throwIfAborted();
  return { exitCode, ...texts };
}

/** @throws CommandFailure with what the program said */
export async function mustRunProgram(
  argv: readonly string[],
  options: ProgramOptions & { readonly failure: string; readonly next?: string | undefined },
): Promise<string> {
  const { failure, next, ...rest } = options;
  const { exitCode, stdout, stderr } = await runProgram(argv, rest);
  if (exitCode === 0) return stdout;
  const said = (stderr.trim() === "" ? stdout : stderr).trim();
  throw new CommandFailure(`${failure}${said === "" ? "" : `:\n${said}`}`, {
    next: next ?? `The command was: ${argv.join(" ")}`,
  });
}

/** Signals a child that leads a group, and all of that group. */
function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined && process.platform !== "win32") process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // It has ended already.
  }
}

/** Asks a child to end, and ends it by force after 10 seconds. */
export async function endProgram(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const force = setTimeout(() => child.kill("SIGKILL"), END_MS);
  await ended;
  clearTimeout(force);
}

export function exitCodeOf(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? (signal === null ? 1 : 128 + constants.signals[signal]);
}
