/**
 * What a session and its environment know together: the episode, the count of steps, and the signal of the end.
 */
import type { SessionContext } from "./environment.ts";
import { type Random, randomSeed, type SeededRandom, seededRandom } from "./random.ts";

/** The {@link SessionContext} of one session. */
export class SessionScope implements SessionContext {
  readonly sessionId: string;
  episodeId: string | null = null;
  stepCount = 0;
  #seed: number | undefined;
  #random: SeededRandom | undefined;
  #controller: AbortController | undefined;
  #ended: { readonly reason: unknown } | undefined;

  constructor(sessionId: string) {
    this.sessionId = sessionId;
  }

  get random(): Random {
    return (this.#random ??= seededRandom(this.#seed ?? randomSeed()));
  }

  /**
   * Begins the episode's random numbers; without a seed they are different each time. The stream stays the same object,
   * so an environment may keep it.
   */
  seed(seed: number | undefined): void {
    this.#seed = seed;
    this.#random?.seed(seed ?? randomSeed());
  }

  /** Made when it is first asked for: most environments never do. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#ended !== undefined) this.#controller.abort(this.#ended.reason);
    }
    return this.#controller.signal;
  }

  /** Tells the environment that nobody waits for its running call any more; the next call gets a new signal. */
  abortCall(reason: unknown): void {
    this.#controller?.abort(reason);
    this.#controller = undefined;
  }

  /** Tells the environment that the session is over. */
  abort(reason: unknown): void {
    this.#ended ??= { reason };
    this.#controller?.abort(reason);
  }
}
