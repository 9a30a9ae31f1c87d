/**
 * One session of the coding environment: it holds a sandbox from its reset on, and tells what became of each step.
 */
import type { CodingAction, CodingObservation, CodingTypes } from "@openenv/coding-env";
import type { Environment, ResetOutcome, SessionContext, StepOutcome } from "@openenv/core/server";
import type { SandboxPool } from "./pool/sandbox-pool.ts";
import type { Execution, Sandbox } from "./sandbox/sandbox.ts";
import type { CodeEvaluation, CodeTransform } from "./transform/code-transform.ts";

export interface CodingSessionOptions {
  readonly pool: SandboxPool;
  readonly stepTimeoutMs: number;
  readonly transform: CodeTransform;
}

const FRESH = "A fresh interpreter takes its place: variables, imports and files are gone.";

export class CodingSession implements Environment<CodingTypes> {
  readonly #options: CodingSessionOptions;
  #sandbox: Sandbox | undefined;
  #lastExitCode = 0;

  constructor(options: CodingSessionOptions) {
    this.#options = options;
  }

  async reset(_params: unknown, context: SessionContext): Promise<ResetOutcome<CodingObservation>> {
    // One that has run nothing is as clean as a new one.
    if (this.#sandbox === undefined || this.#sandbox.used || this.#sandbox.lost) await this.#renew(context);
    this.#lastExitCode = 0;
    return this.#finish({ action: null, syntaxError: false, observation: { stdout: "", stderr: "", exit_code: 0 } });
  }

  async step(action: CodingAction, context: SessionContext): Promise<StepOutcome<CodingObservation>> {
    // The caller has not reset, or the interpreter could not be replaced: then the wait is here.
    if (this.#sandbox === undefined || this.#sandbox.lost) await this.#renew(context);
    const { signal } = context;
    const execution = await this.#run(action, signal);
    // Nobody waits for the answer any more, nor needs another interpreter.
    signal.throwIfAborted();
    let note = "";
    if (execution.kind !== "done") {
      note = `${execution.reason} ${await this.#replace(context)}\n`;
    }
    this.#lastExitCode = execution.exitCode;
    const observation = {
      stdout: withMark(execution, "stdout"),
      stderr: joinLines(withMark(execution, "stderr"), note),
      exit_code: execution.exitCode,
    };
    const { code, language } = action;
    const syntaxError = execution.kind === "done" && execution.syntaxError;
    return this.#finish({ action: { code, language }, syntaxError, observation });
  }

  state(): { last_exit_code: number } {
    return { last_exit_code: this.#lastExitCode };
  }

  close(): void {
    if (this.#sandbox !== undefined) this.#options.pool.release(this.#sandbox);
    this.#sandbox = undefined;
  }

  async #run(action: CodingAction, signal: AbortSignal): Promise<Execution> {
    const sandbox = this.#sandbox as Sandbox;
    const stop = (): void => void sandbox.kill();
    signal.addEventListener("abort", stop);
    try {
      signal.throwIfAborted();
      return await sandbox.run(action.language, action.code, this.#options.stepTimeoutMs);
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  async #renew(context: SessionContext): Promise<void> {
    const { pool } = this.#options;
    const old = this.#sandbox;
    this.#sandbox = undefined;
    this.#sandbox = await (old === undefined ? pool.acquire(context.signal) : pool.exchange(old, context.signal));
  }

  /** The next step must not pay for this one's end. */
  async #replace(context: SessionContext): Promise<string> {
    try {
      await this.#renew(context);
      return FRESH;
    } catch (error) {
      return `No fresh interpreter could be had yet: ${(error as Error).message}`;
    }
  }

  async #finish(evaluated: Pick<CodeEvaluation, "action" | "syntaxError" | "observation">) {
    const metadata = evaluated.action === null ? {} : { last_code: evaluated.action.code };
    const evaluation = await this.#options.transform({ ...evaluated, reward: null, metadata });
    return {
      observation: evaluation.observation,
      reward: evaluation.reward,
      done: false,
      metadata: evaluation.metadata,
    };
  }
}

function withMark(execution: Execution, stream: "stdout" | "stderr"): string {
  const text = execution[stream].toWellFormed();
  const omitted = execution.kind === "done" ? execution.omitted[stream] : 0;
  return omitted === 0 ? text : `${text}\n[truncated: ${omitted} more bytes were left out]\n`;
}

function joinLines(text: string, note: string): string {
  return text === "" || note === "" || text.endsWith("\n") ? text + note : `${text}\n${note}`;
}
