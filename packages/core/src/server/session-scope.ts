/**
 * What a session and its environment know together: the episode, the count of steps, and the signal of the end.
 */
import type { SessionContext } from "./environment.ts";

/** The {@link SessionContext} of one session. */
export class SessionScope implements SessionContext {
  readonly sessionId: string;
  episodeId: string | null = null;
  stepCount = 0;
  #controller: AbortController | undefined;
  #ended: { readonly reason: unknown } | undefined;

  constructor(sessionId: string) {
    this.sessionId = sessionId;
  }

  /** Made when it is first asked for: most environments never do. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#ended !== undefined) this.#controller.abort(this.#ended.reason);
    }
    return this.#controller.signal;
  }

  /** Tells the environment that nobody waits any more. */
  abort(reason: unknown): void {
    this.#ended ??= { reason };
    this.#controller?.abort(reason);
  }
}
