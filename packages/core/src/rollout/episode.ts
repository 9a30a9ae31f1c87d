/**
 * One episode as a loop: each turn shows what the environment answered and takes the next action.
 */
import { InvalidArgumentError } from "../errors/local-errors.ts";
import type { EnvMethods, ResetInput } from "../client/env-methods.ts";
import type { CallOptions } from "../client/options.ts";
import type { StepResult } from "../client/step-result.ts";
import type { EnvTypes } from "../types.ts";

/** One answer of the environment, and the chance to act on it. */
export interface Turn<T extends EnvTypes> extends StepResult<T["observation"]> {
  /** 0 for the answer to the reset, then the number of the step. */
  readonly index: number;
  /** Says what to do next. Called once before the loop goes on; not after the last turn. */
  act(action: T["actionInput"]): void;
}

/** Options of {@link episode}. */
export interface EpisodeOptions<T extends EnvTypes> extends CallOptions {
  /** Parameters of the reset: `seed`, `episode_id` and the environment's own. */
  readonly reset?: ResetInput<T> | undefined;
  /** Steps after which the episode is left though it is not done. Default: no limit. */
  readonly maxSteps?: number | undefined;
  /** Keeps the client open for another episode. Default `false`: it is closed with the loop, however that ends. */
  readonly keepOpen?: boolean | undefined;
}

/**
 * Resets, yields a turn for each answer, steps with the action the turn was given, and ends with the turn that is done,
 * or after `maxSteps`. Leaving the loop early is fine.
 *
 * @throws InvalidArgumentError when a turn that is not the last was given no action
 */
export async function* episode<T extends EnvTypes>(
  env: EnvMethods<"async", T>,
  options: EpisodeOptions<T> = {},
): AsyncGenerator<Turn<T>, void, undefined> {
  const { reset, maxSteps = Number.POSITIVE_INFINITY, keepOpen = false, signal, timeoutMs } = options;
  const limits: CallOptions = { signal, timeoutMs };
  try {
    let result = await env.reset(reset, limits);
    for (let index = 0; ; index += 1) {
      const next: { action?: T["actionInput"] } = {};
      const act = (action: T["actionInput"]): void => void (next.action = action);
      yield { ...result, index, act };
      if (result.done || index >= maxSteps) return;
      if (next.action === undefined) {
        throw new InvalidArgumentError(
          "action",
          `Turn ${index} was given no action: call turn.act(…) before the loop goes on.`,
        );
      }
      result = await env.step(next.action, limits);
    }
  } finally {
    if (!keepOpen) await env.close();
  }
}
