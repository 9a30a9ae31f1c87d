/**
 * Keeps sandboxes ready, so that the start of an interpreter does not fall on whoever needs one. Every sandbox is used
 * by one session and then thrown away: a clean one is a new one.
 */
import { OpenEnvError } from "@openenv/core";
import type { WorkerSettings } from "../sandbox/messages.ts";
import { Sandbox } from "../sandbox/sandbox.ts";
import type { StartWorker } from "../sandbox/worker-host.ts";
import { type Waiter, WaitingLine } from "./waiting-line.ts";

/** No interpreter could be had. Retryable: one may become free. */
export class InterpreterUnavailableError extends OpenEnvError {
  constructor(message: string, cause?: unknown) {
    super("EXECUTION_ERROR", message, { retryable: true, cause });
  }
}

export interface SandboxPoolOptions {
  readonly startWorker: StartWorker;
  readonly settings: WorkerSettings;
  readonly min: number;
  readonly max: number;
  readonly acquireTimeoutMs: number;
  readonly log: (line: string) => void;
}

/** Starts at a time: each keeps a core busy, and the sessions that are running need one too. */
const STARTS_AT_ONCE = 2;
const START_TIMEOUT_MS = 120_000;
const FAILURES_IN_A_ROW = 3;

export class SandboxPool {
  readonly #options: SandboxPoolOptions;
  readonly #warm: Sandbox[] = [];
  readonly #starting = new Set<Sandbox>();
  readonly #leased = new Set<Sandbox>();
  readonly #line = new WaitingLine<Sandbox>();
  /** The memory of a started interpreter: the others start from it in a tenth of the time. */
  #snapshot: Uint8Array | undefined;
  #failures = 0;
  #closed = false;

  constructor(options: SandboxPoolOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#warm.length + this.#starting.size + this.#leased.size;
  }

  /** Interpreters that stand ready. */
  get warm(): number {
    return this.#warm.length;
  }

  /** Resolves when the first interpreter is ready; the others follow in the background. */
  async start(): Promise<void> {
    const { log, settings } = this.#options;
    const began = performance.now();
    log(`starting the first interpreter (${settings.languages.join(", ")}) …`);
    const ticks = setInterval(() => log(`still starting the first interpreter, ${since(began)} s …`), 5000);
    try {
      await this.#startOne();
    } catch (error) {
      throw new InterpreterUnavailableError(
        `The first interpreter did not start: ${(error as Error).message}. See whether the packages pyodide and ` +
          "quickjs-emscripten-core are installed whole, and whether there are 200 MB of memory.",
        error,
      );
    } finally {
      clearInterval(ticks);
    }
    log(`the first interpreter is ready after ${since(began)} s`);
    this.#fill();
  }

  /**
   * A sandbox for one session. At once when one is ready; else it waits for one that is starting or given back.
   *
   * @throws InterpreterUnavailableError after the time allowed, naming the option to change
   */
  acquire(signal: AbortSignal): Promise<Sandbox> {
    return this.#acquire(signal, "tail");
  }

  /** As {@link acquire}, for a session that gives its own back: the place that this makes is its own. */
  async exchange(sandbox: Sandbox, signal: AbortSignal): Promise<Sandbox> {
    const acquired = this.#acquire(signal, "head");
    this.release(sandbox);
    return acquired;
  }

  /** Takes a sandbox back, which ends it. A sandbox that is not out is left alone. */
  release(sandbox: Sandbox): void {
    if (!this.#leased.delete(sandbox)) return;
    void sandbox.kill();
    this.#fill();
  }

  /** Ends all sandboxes, and all waiting. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#line.failAll(new InterpreterUnavailableError("The server is closing."));
    const all = [...this.#warm, ...this.#starting, ...this.#leased];
    this.#warm.length = 0;
    this.#leased.clear();
    await Promise.all(all.map((sandbox) => sandbox.kill()));
  }

  async #acquire(signal: AbortSignal, place: "head" | "tail"): Promise<Sandbox> {
    signal.throwIfAborted();
    const ready = this.#takeWarm();
    if (ready !== undefined) {
      this.#fill();
      return ready;
    }
    if (this.#closed) throw new InterpreterUnavailableError("The server is closing.");
    const { acquireTimeoutMs, max, log } = this.#options;
    const waiting = this.#line.wait(signal, acquireTimeoutMs, () => this.#timedOut(max, acquireTimeoutMs), place);
    log(
      `a session waits for an interpreter (${this.#leased.size} in use, ${this.#starting.size} starting, max ${max})`,
    );
    this.#fill();
    return waiting;
  }

  #takeWarm(): Sandbox | undefined {
    for (let sandbox = this.#warm.shift(); sandbox !== undefined; sandbox = this.#warm.shift()) {
      if (sandbox.lost) continue;
      this.#leased.add(sandbox);
      return sandbox;
    }
    return undefined;
  }

  /** Starts what is lacking, as far as it may. */
  #fill(): void {
    const { min, max } = this.#options;
    const wanted = (): number => min + this.#line.length - this.#warm.length - this.#starting.size;
    while (!this.#closed && this.#starting.size < STARTS_AT_ONCE && wanted() > 0 && this.size < max) {
      this.#startOne().then(
        () => this.#fill(),
        (error: unknown) => this.#failed(error),
      );
    }
  }

  async #startOne(): Promise<void> {
    const { startWorker, settings } = this.#options;
    const makeSnapshot = this.#snapshot === undefined && settings.languages.includes("python");
    const sandbox = new Sandbox(startWorker, { settings, snapshot: this.#snapshot, makeSnapshot });
    this.#starting.add(sandbox);
    const timer = setTimeout(
      () => void sandbox.kill(`it was not ready after ${START_TIMEOUT_MS / 1000} s`),
      START_TIMEOUT_MS,
    );
    try {
      const snapshot = await sandbox.ready;
      if (snapshot !== undefined) this.#snapshot ??= shared(snapshot);
      this.#failures = 0;
    } finally {
      clearTimeout(timer);
      this.#starting.delete(sandbox);
    }
    this.#hand(sandbox);
  }

  #hand(sandbox: Sandbox): void {
    if (this.#closed) {
      void sandbox.kill();
      return;
    }
    const waiter: Waiter<Sandbox> | undefined = this.#line.next();
    if (waiter === undefined) {
      this.#warm.push(sandbox);
      return;
    }
    this.#leased.add(sandbox);
    waiter.give(sandbox);
  }

  #failed(error: unknown): void {
    if (this.#closed) return;
    this.#failures += 1;
    this.#options.log(`an interpreter did not start: ${(error as Error).message}`);
    if (this.#failures < FAILURES_IN_A_ROW) {
      this.#fill();
      return;
    }
    this.#failures = 0;
    const text = `No interpreter could be started: ${(error as Error).message}. The server's memory may be used up.`;
    this.#line.failAll(new InterpreterUnavailableError(text, error));
  }

  #timedOut(max: number, acquireTimeoutMs: number): InterpreterUnavailableError {
    return new InterpreterUnavailableError(
      `No interpreter became free within ${acquireTimeoutMs / 1000} s (acquireTimeoutMs): ${this.#leased.size} of at ` +
        `most ${max} are in use. Raise pool.max, or allow fewer sessions at once.`,
    );
  }
}

/** In memory that threads can share, so that it is there once. */
function shared(snapshot: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(snapshot.length));
  copy.set(snapshot);
  return copy;
}

function since(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(1);
}
