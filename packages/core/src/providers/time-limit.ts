/**
 * A caller's signal and time limit as one signal. Holds the reason itself: Bun keeps a signal's reason weakly.
 */
import { InvalidArgumentError, TimeoutError } from "../errors/local-errors.ts";
import type { WaitOptions } from "./provider.ts";

/** A timer set for longer fires at once, on every runtime. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export class TimeLimit {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #timer: ReturnType<typeof setTimeout> | undefined;
  #reason: unknown;

  /**
   * @param what stands in the error's message: `No <what> within timeoutMs`
   * @param fallbackMs the limit where the caller gave none
   * @throws InvalidArgumentError for a limit that is no positive number
   */
  constructor(what: string, { signal, timeoutMs }: WaitOptions, fallbackMs: number = Number.POSITIVE_INFINITY) {
    const limitMs = timeoutMs ?? fallbackMs;
    checkLimit("timeoutMs", limitMs);
    this.#outer = signal;
    if (signal?.aborted === true) this.abort(signal.reason);
    signal?.addEventListener("abort", this.#follow, { once: true });
    if (limitMs <= LONGEST_TIMER_MS) this.#timer = setTimeout(() => this.abort(tooLate(what, limitMs)), limitMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  abort(reason: unknown): void {
    if (this.#controller.signal.aborted) return;
    this.#reason = reason;
    this.#controller.abort(reason);
  }

  throwIfReached(): void {
    if (this.#controller.signal.aborted) throw this.#reason;
  }

  /** Rejects when the limit is reached first. What `work` does afterwards is its own affair. */
  race<T>(work: Promise<T>): Promise<T> {
    return untilAborted(work, this.#controller.signal);
  }

  /** Lets go of the timer and the caller's signal. */
  release(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener("abort", this.#follow);
  }

  readonly #follow = (): void => this.abort(this.#outer?.reason);
}

/** Gives what `work` gives, or rejects with the signal's reason when that comes first. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = (): void => reject(signal.reason);
    if (signal.aborted) give();
    signal.addEventListener("abort", give, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", give));
  });
}

/** Resolves after a time, or at once when the signal is aborted: who waits looks at the signal anyway. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    if (signal?.aborted === true) end();
    else signal?.addEventListener("abort", end, { once: true });
  });
}

function tooLate(what: string, timeoutMs: number): TimeoutError {
  return new TimeoutError(`No ${what} within timeoutMs (${timeoutMs} ms).`, { details: { timeoutMs } });
}

/** @throws InvalidArgumentError unless the value is left out or a number above 0 */
export function checkLimit(name: string, value: number | undefined): void {
  if (value === undefined || (typeof value === "number" && value > 0)) return;
  throw new InvalidArgumentError(name, `${name} is ${String(value)}. It must be a number above 0, in milliseconds.`);
}
