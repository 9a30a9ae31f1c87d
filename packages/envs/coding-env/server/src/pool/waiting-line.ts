/** Those who wait for something, first come, first served; each may give up or run out of time. */

export interface Waiter<T> {
  give(value: T): void;
}

interface Entry<T> extends Waiter<T> {
  fail(error: Error): void;
}

export class WaitingLine<T> {
  readonly #entries = new Set<Entry<T>>();

  get length(): number {
    return this.#entries.size;
  }

  /** Rejects with the signal's reason, or after `timeoutMs` with what `onTimeout` gives. */
  wait(signal: AbortSignal, timeoutMs: number, onTimeout: () => Error): Promise<T> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#entries.delete(entry);
        clearTimeout(timer);
        signal.removeEventListener("abort", aborted);
      };
      const entry: Entry<T> = {
        give: (value) => {
          leave();
          resolve(value);
        },
        fail: (error) => {
          leave();
          reject(error);
        },
      };
      const aborted = (): void => entry.fail(toError(signal.reason));
      const timer = setTimeout(() => entry.fail(onTimeout()), timeoutMs);
      this.#entries.add(entry);
      if (signal.aborted) aborted();
      else signal.addEventListener("abort", aborted);
    });
  }

  /** Whoever is first; it must be given something. */
  next(): Waiter<T> | undefined {
    const [first] = this.#entries;
    return first;
  }

  failAll(error: Error): void {
    for (const entry of this.#entries) entry.fail(error);
  }
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error("The session has ended.", { cause: reason });
}
