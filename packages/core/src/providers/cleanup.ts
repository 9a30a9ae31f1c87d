/**
 * What has to be undone, in reverse order, each step under a limit of its own (SB-03). Every step runs, whatever the
 * others do.
 */
import { ProviderError } from "../errors/provider-error.ts";
import { TimeLimit } from "./time-limit.ts";

/** Undoes something. `atOnce`: without asking it nicely first, since it never came to work. */
export type Undo = (atOnce: boolean) => Promise<void> | void;

interface Step {
  readonly what: string;
  readonly undo: Undo;
  readonly limitMs: number;
}

export class Cleanup {
  #steps: Step[] = [];

  /**
   * Adds a step.
   *
   * @param what ends the sentence "Could not …" when it fails
   * @param limitMs longest time it may take, in milliseconds
   */
  add(what: string, undo: Undo, limitMs = 30_000): void {
    this.#steps.push({ what, undo, limitMs });
  }

  /** Runs what has not run yet. @throws ProviderError with stage `stop`, for the first step that failed */
  async run(atOnce = false): Promise<void> {
    const failures: unknown[] = [];
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      const limit = new TimeLimit("end of it", {}, step.limitMs);
      try {
        await limit.race(Promise.resolve(step.undo(atOnce)));
      } catch (error) {
        failures.push(failure(step.what, error));
      } finally {
        limit.release();
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}

function failure(what: string, error: unknown): ProviderError {
  const why = error instanceof Error ? error.message : String(error);
  return new ProviderError("stop", `Could not ${what}: ${why}`, { cause: error });
}
