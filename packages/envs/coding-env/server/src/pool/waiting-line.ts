/** Those who wait for something, in order; each may give up or run out of time. */

export interface Waiter<T> {
  give(value: T): void;
}

interface Entry<T> extends Waiter<T> {
  fail(error: Error): void;
}

export class WaitingLine<T> {
  #entries: Entry<T>[] = [];

  get length(): number {
    return this.#entries.length;
  }

  /**
   * Rejects with the signal's reason, or after `timeoutMs` with what `onTimeout` gives.
   *
   * @param place `head` for whoever has just made room by giving something up
   */
  wait(signal: AbortSignal, timeoutMs: number, onTimeout: () => Error, place: "head" | "tail" = "tail"): Promise<T> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#entries = this.#entries.filter((other) => other !== entry);
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
      if (place === "head") this.#entries.unshift(entry);
      else this.#entries.push(entry);
      if (signal.aborted) aborted();
      else signal.addEventListener("abort", aborted);
    });
  }

  /** Whoever is first; it must be given something. */
  next(): Waiter<T> | undefined {
    return this.#entries[0];
  }

  failAll(error: Error): void {
    for (const entry of this.#entries) entry.fail(error);
  }
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error("The session has ended.", { cause: reason });
}
