/**
 * Lets a limited number of steps run at once; the others wait in the order they came.
 */

export class StepGate {
  readonly #limit: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** @param limit steps at once, 1 or more */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Runs `step` now or when its turn comes. Its turn is over when what it gives has settled. */
  run<T>(step: () => T | Promise<T>): T | Promise<T> {
    if (this.#running >= this.#limit) {
      return new Promise<void>((resolve) => this.#waiting.push(resolve)).then(() => this.#start(step));
    }
    this.#running += 1;
    return this.#start(step);
  }

  #start<T>(step: () => T | Promise<T>): T | Promise<T> {
    let result: T | Promise<T>;
    try {
      result = step();
    } catch (error) {
      this.#leave();
      throw error;
    }
    if (result instanceof Promise) return result.finally(() => this.#leave());
    this.#leave();
    return result;
  }

  /** The turn passes on without becoming free in between, so nobody new can jump the line. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}
