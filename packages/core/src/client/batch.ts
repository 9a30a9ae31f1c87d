/**
 * Several actions of one session in one go. Types, and the flow that both modes run.
 */
import { InvalidArgumentError } from "../errors/local-errors.ts";
import type { CallOptionsOf, Mode } from "./env-methods.ts";
import type { Flow } from "./flow.ts";
import type { Line, Message, Outcome } from "./line.ts";
import type { StepResult } from "./step-result.ts";

/** Limits of a batch; those of a call hold for each action, counted from the moment it is sent. */
export type BatchOptions<M extends Mode> = CallOptionsOf<M> & {
  /**
   * Actions that are sent without waiting for an answer. Default: all. With 1 none is sent behind one that is done or
   * fails.
   */
  readonly maxInFlight?: number | undefined;
};

/** What became of a batch. */
export interface BatchResult<Observation> {
  /** The answers up to and including the one that was done, or up to the first error. */
  readonly results: readonly StepResult<Observation>[];
  /** Whether every action was answered, the episode was over before the last one, or one failed. */
  readonly status: "complete" | "done" | "failed";
  /** What the action at index `results.length` met, when the status is `failed`. */
  readonly error: unknown;
}

/**
 * Sends what `write` makes of the actions, `maxInFlight` at a time, up to the first answer that is done or an error. An
 * action that cannot be written is the first error: those behind it are not sent.
 */
export function* stepBatch<M extends Mode, Action, Observation>(
  line: Line<M>,
  actions: readonly Action[],
  write: (action: Action) => Message,
  { maxInFlight = Number.POSITIVE_INFINITY, ...limits }: BatchOptions<M>,
): Flow<BatchResult<Observation>> {
  checkCount(maxInFlight);
  const results: StepResult<Observation>[] = [];
  for (let at = 0; at < actions.length; at += maxInFlight) {
    const messages: Message[] = [];
    let unwritable: Outcome | undefined;
    for (const action of actions.slice(at, at + maxInFlight)) {
      try {
        messages.push(write(action));
      } catch (error) {
        unwritable = { error };
        break;
      }
    }
    const answers = (yield line.requestAll("step", messages, limits)) as readonly Outcome[];
    for (const answer of unwritable === undefined ? answers : [...answers, unwritable]) {
      if ("error" in answer) return { results, status: "failed", error: answer.error };
      const result = answer.value as StepResult<Observation>;
      results.push(result);
      if (result.done && results.length < actions.length) return { results, status: "done", error: undefined };
    }
  }
  return { results, status: "complete", error: undefined };
}

function checkCount(count: number): void {
  if (count === Number.POSITIVE_INFINITY || (Number.isSafeInteger(count) && count >= 1)) return;
  throw new InvalidArgumentError("maxInFlight", `maxInFlight is ${count}. It must be a whole number of at least 1.`);
}
