/**
 * Those who wait for a slot of a full server, in order.
 */

interface Waiting {
  readonly admit: () => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

export class WaitingLine<Caller> {
  readonly #max: number;
  readonly #timeoutMs: number;
  /** In the order they came. */
  readonly #callers = new Map<Caller, Waiting>();

  /** @param max callers that may wait at once */
  constructor(max: number, timeoutMs: number) {
    this.#max = max;
    this.#timeoutMs = timeoutMs;
  }

  get length(): number {
    return this.#callers.size;
  }

  /** Lets a caller wait: `admit` or `giveUp` is called once, unless it leaves. False when the line is full. */
  join(caller: Caller, admit: () => void, giveUp: () => void): boolean {
    if (this.#callers.size >= this.#max) return false;
    const timer = setTimeout(() => {
      this.#callers.delete(caller);
      giveUp();
    }, this.#timeoutMs);
    this.#callers.set(caller, { admit, timer });
    return true;
  }

  /** Takes a caller out that no longer waits. */
  leave(caller: Caller): void {
    clearTimeout(this.#callers.get(caller)?.timer);
    this.#callers.delete(caller);
  }

  /** Admits the first, if there is one. */
  admitNext(): void {
    for (const [caller, { admit }] of this.#callers) {
      this.leave(caller);
      admit();
      return;
    }
  }
}
