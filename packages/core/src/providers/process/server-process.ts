/**
 * A server as a child process in a group of its own, from its start to the end of the last of the group.
 */
import { type ChildProcess, spawn } from "node:child_process";
import process from "node:process";

import { ProviderError } from "../../errors/provider-error.ts";
import type { CommandEnv } from "../command.ts";
import { guard } from "../guardian.ts";
import { LogTail } from "../log-tail.ts";
import type { Redactor } from "../redactor.ts";
import type { LaunchContext } from "../running-server.ts";
import { pause } from "../time-limit.ts";
import { serverEnded } from "../wait-until-healthy.ts";
import { listeningUrl } from "./listening-line.ts";
import { killGroup, killGroupCommand } from "./process-group.ts";

export interface ServerProcessOptions {
  /** What is started, for messages: a file, a package. */
  readonly what: string;
  readonly cwd?: string | undefined;
  readonly env: CommandEnv;
  readonly redactor: Redactor;
  /** How long it may take to obey SIGTERM, in milliseconds. */
  readonly stopTimeoutMs: number;
  readonly cleanupOnExit: boolean;
}

export class ServerProcess {
  /** Settles when the process has ended. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  readonly #options: ServerProcessOptions;
  readonly #log = new LogTail();
  #heard: (() => void) | undefined;
  #outcome: string | undefined;

  /** Starts it and puts its end into the context's cleanup. */
  constructor(argv: readonly string[], options: ServerProcessOptions, context: LaunchContext) {
    const { what, cwd, env } = options;
    const [file = "", ...args] = argv;
    this.#options = options;
    this.#child = spawn(file, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"], windowsHide: true });
    const keep = (chunk: string): void => {
      this.#log.append(chunk);
      this.#heard?.();
    };
    this.#child.stdout?.setEncoding("utf8").on("data", keep);
    this.#child.stderr?.setEncoding("utf8").on("data", keep);
    const { pid } = this.#child;
    const guardian = options.cleanupOnExit && pid !== undefined ? guard(killGroupCommand(pid)) : undefined;
    this.ended = new Promise((resolve) => {
      const end = (outcome: string): void => {
        this.#outcome ??= outcome;
        this.#heard?.();
        // Now, and never again: later its number may be another's.
        if (this.#child.pid !== undefined) killGroup(this.#child.pid, "SIGKILL");
        guardian?.release();
        resolve();
      };
      this.#child.on("error", (error) => end(`could not be started: ${error.message}`));
      // Not `close`: a process that it left behind may hold the pipes for ever.
      this.#child.on("exit", (code, signal) =>
        end(signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`),
      );
    });
    if (pid === undefined) return;
    context.cleanup.add(`end the process ${pid} of ${what}`, () => this.#stop(pid), options.stopTimeoutMs + 10_000);
  }

  /** What it has written to both streams. */
  logs(): string {
    return this.#options.redactor.redact(this.#log.text);
  }

  /** The URL that it prints once it listens. @throws ProviderError when it ends before, the signal's reason */
  async url(signal: AbortSignal): Promise<string> {
    for (;;) {
      const url = listeningUrl(this.#log.text);
      if (url !== undefined) return url;
      if (this.#outcome !== undefined) throw await this.#failure("start");
      if (signal.aborted) throw signal.reason;
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
    }
  }

  /** The error that says how it ended; `undefined` while it runs. */
  async end(patienceMs: number): Promise<ProviderError | undefined> {
    if (this.#outcome === undefined && patienceMs > 0) await this.#endWithin(patienceMs);
    return this.#outcome === undefined ? undefined : this.#failure("run");
  }

  /** From here on the process keeps this one alive no longer: its guardian ends it. */
  unref(): void {
    this.#refer("unref");
  }

  async #failure(stage: "start" | "run"): Promise<ProviderError> {
    // Its last words may still be in the pipes.
    await pause(20);
    const { what } = this.#options;
    const error = serverEnded(`The process of ${what}`, this.#outcome ?? "ended", this.logs(), {
      exitCode: this.#child.exitCode,
      signal: this.#child.signalCode,
    });
    return stage === "run" ? error : new ProviderError(stage, error.message, { details: error.details, cause: error });
  }

  async #stop(pid: number): Promise<void> {
    this.#refer("ref");
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      if (this.#outcome !== undefined) break;
      killGroup(pid, signal);
      await this.#endWithin(this.#options.stopTimeoutMs);
    }
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }

  async #endWithin(ms: number): Promise<void> {
    const grace = new AbortController();
    await Promise.race([this.ended, pause(ms, grace.signal)]);
    grace.abort();
  }

  #refer(which: "ref" | "unref"): void {
    this.#child[which]();
    for (const pipe of [this.#child.stdout, this.#child.stderr])
      (pipe as { ref?(): void; unref?(): void } | null)?.[which]?.();
  }
}

/** The environment of a child: this process's, then what a server reads, then the caller's. */
export function serverEnv(port: number, host: string, env: Readonly<Record<string, string>> | undefined): CommandEnv {
  return { ...process.env, PORT: String(port), HOST: host, ...env };
}
