/**
 * What is kept of one episode, and its form as a line of JSON: lists side by side, as trainers read them.
 */
import { OpenEnvError } from "../errors/openenv-error.ts";
import { errorMessage } from "../protocol/server-message.ts";
import { stringifyJson } from "../protocol/json.ts";
import type { JsonObject, Reward } from "../types.ts";

/** One step of an episode. */
export interface StepRecord<Action, Observation> {
  readonly action: Action;
  /** What the environment answered to the action. */
  readonly observation: Observation;
  readonly reward: Reward;
  readonly done: boolean;
  readonly metadata: JsonObject;
  /** From the action being sent to the answer, in milliseconds. */
  readonly milliseconds: number;
}

/**
 * How an episode ended: the environment said so, the limit of steps came first, or something failed. The steps up to a
 * failure are kept.
 */
export type RolloutStatus = "done" | "truncated" | "failed";

/** One episode. */
export interface RolloutRecord<Action, Observation> {
  /** Number of the episode within the rollout, from 0. */
  readonly index: number;
  readonly status: RolloutStatus;
  /** What failed, when something did. */
  readonly error: unknown;
  /** As it was asked for. */
  readonly seed: number | null;
  readonly episodeId: string | null;
  /** The answer to the reset; `null` when the reset failed. */
  readonly first: { readonly observation: Observation; readonly metadata: JsonObject } | null;
  readonly steps: readonly StepRecord<Action, Observation>[];
  /** Sum of the rewards that are numbers or booleans. */
  readonly totalReward: number;
  /** The whole episode, in milliseconds. */
  readonly milliseconds: number;
}

/**
 * One line of JSON without its line feed. `observations` has one entry more than the other lists: the reset's.
 *
 * @throws SerializationError when an action cannot be written as JSON
 */
export function toJsonLine(record: RolloutRecord<unknown, unknown>): string {
  const { steps, first, error } = record;
  return stringifyJson({
    index: record.index,
    status: record.status,
    seed: record.seed,
    episode_id: record.episodeId,
    observations: first === null ? [] : [first.observation, ...steps.map(({ observation }) => observation)],
    actions: steps.map(({ action }) => action),
    rewards: steps.map(({ reward }) => reward),
    dones: steps.map(({ done }) => done),
    metadata: first === null ? [] : [first.metadata, ...steps.map(({ metadata }) => metadata)],
    total_reward: record.totalReward,
    step_ms: steps.map(({ milliseconds }) => milliseconds),
    total_ms: record.milliseconds,
    error: error === undefined ? null : { code: errorCode(error), message: errorMessage(error) },
  });
}

function errorCode(error: unknown): string | null {
  return error instanceof OpenEnvError ? error.code : null;
}
