/** What a reset or a step gives the caller. */
import type { JsonObject, Reward } from "../types.ts";

/** The answer of an environment. */
export interface StepResult<Observation> {
  readonly observation: Observation;
  /** `null` when the environment gave none, as after most resets. */
  readonly reward: Reward;
  /** True when the episode is over. */
  readonly done: boolean;
  /** What the environment tells beside the observation; `{}` when it tells nothing. */
  readonly metadata: JsonObject;
}
