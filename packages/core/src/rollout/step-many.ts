/**
 * Several actions of one session in one go: they are sent without waiting for each other's answers.
 */
import type { EnvMethods } from "../client/env-methods.ts";
import type { CallOptions } from "../client/options.ts";
import type { StepResult } from "../client/step-result.ts";
import type { EnvTypes } from "../types.ts";

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
 * Sends the actions and gives their answers in order, up to the first that is done or fails. The actions behind that
 * one have been sent: what they did is known to the environment alone, so reset before going on.
 *
 * @throws nothing: a failure is part of the result
 */
export async function stepMany<T extends EnvTypes>(
  env: EnvMethods<"async", T>,
  actions: readonly T["actionInput"][],
  options?: CallOptions,
): Promise<BatchResult<T["observation"]>> {
  const answers = await Promise.allSettled(actions.map((action) => env.step(action, options)));
  const results: StepResult<T["observation"]>[] = [];
  for (const answer of answers) {
    if (answer.status === "rejected") return { results, status: "failed", error: answer.reason as unknown };
    results.push(answer.value);
    if (answer.value.done) {
      return { results, status: results.length === actions.length ? "complete" : "done", error: undefined };
    }
  }
  return { results, status: "complete", error: undefined };
}
