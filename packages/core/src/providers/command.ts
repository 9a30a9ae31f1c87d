/**
 * Runs a command to its end and keeps what it prints. An argv, never a shell.
 */
import { spawn } from "node:child_process";
import process from "node:process";

import { ProviderError, type ProviderStage } from "../errors/provider-error.ts";
import { lastLines, LogTail } from "./log-tail.ts";
import type { Redactor } from "./redactor.ts";

/** The environment variables of a command. Not Node's own type: users may compile without it. */
export type CommandEnv = Readonly<Record<string, string | undefined>>;

export interface CommandOptions {
  readonly cwd?: string | undefined;
  /** The whole environment. Default: this process's. */
  readonly env?: CommandEnv | undefined;
  /** Ends the command; the promise rejects with its reason once the command has ended. */
  readonly signal?: AbortSignal | undefined;
  /** What the command reads; nothing by default. */
  readonly input?: string | undefined;
  /** Called with each line that it writes to standard error. */
  readonly onLine?: ((line: string) => void) | undefined;
}

export interface CommandResult {
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: string;
  /** The last part of it, when it is long. */
  readonly stderr: string;
  /** Both as they came; the last part, when it is long. */
  readonly output: string;
}

/** How long a command may take to obey SIGTERM, in milliseconds. */
const TERM_MS = 2000;

/** @throws the system's error when the command cannot be started (`ENOENT`: it is not installed), the signal's reason */
export function runCommand(argv: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  const { cwd, env = process.env, signal, input, onLine } = options;
  const [file = "", ...args] = argv;
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason);
      return;
    }
    const child = spawn(file, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
    const stderr = new LogTail();
    const output = new LogTail();
    let stdout = "";
    let partial = "";
    let killer: ReturnType<typeof setTimeout> | undefined;
    const abort = (): void => {
      child.kill("SIGTERM");
      killer = setTimeout(() => child.kill("SIGKILL"), TERM_MS);
    };
    const settle = (): void => {
      clearTimeout(killer);
      signal?.removeEventListener("abort", abort);
    };
    signal?.addEventListener("abort", abort, { once: true });
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      stdout += chunk;
      output.append(chunk);
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      stderr.append(chunk);
      output.append(chunk);
      if (onLine === undefined) return;
      const lines = (partial + chunk).split(/\r?\n/);
      partial = lines.pop() ?? "";
      for (const line of lines) onLine(line);
    });
    // A command that does not read its input closes it: no error of ours.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    child.on("error", (error) => {
      settle();
      reject(error);
    });
    child.on("close", (exitCode) => {
      settle();
      if (signal?.aborted === true) reject(signal.reason);
      else resolve({ exitCode, stdout, stderr: stderr.text, output: output.text });
    });
  });
}

/** What {@link mustRun} needs for its errors. */
export interface MustRunOptions extends CommandOptions {
  readonly stage: ProviderStage;
  /** Begins the message: `Cannot clone …`. */
  readonly failure: string;
  readonly redactor: Redactor;
  /** What to do when the command is not installed. */
  readonly missing?: string;
}

/** As {@link runCommand}, but anything else than exit code 0 is a {@link ProviderError} with the command's last lines. */
export async function mustRun(argv: readonly string[], options: MustRunOptions): Promise<CommandResult> {
  const { stage, failure, redactor, missing = "" } = options;
  let result: CommandResult;
  try {
    result = await runCommand(argv, options);
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    const why = isMissing ? `"${argv[0]}" is not installed. ${missing}`.trim() : (error as Error).message;
    throw new ProviderError(isMissing ? "setup" : stage, redactor.redact(`${failure}: ${why}`), { cause: error });
  }
  if (result.exitCode === 0) return result;
  const logs = redactor.redact(lastLines(result.stderr.trim() === "" ? result.stdout : result.stderr));
  throw new ProviderError(stage, redactor.redact(`${failure}: "${argv[0]}" ended with ${result.exitCode}.`), {
    logs,
    details: { exitCode: result.exitCode },
  });
}
