/**
 * Many episodes over several sessions at once. A policy is asked for each action; what becomes of an episode is data,
 * so one that fails takes no other with it.
 */
import { InvalidArgumentError } from "../errors/local-errors.ts";
import type { EnvMethods, ResetInput } from "../client/env-methods.ts";
import type { StepResult } from "../client/step-result.ts";
import type { EnvTypes, MaybePromise } from "../types.ts";
import type { RolloutRecord, StepRecord } from "./rollout-record.ts";

/** Chooses the next action. The first call of an episode sees the answer to the reset. */
export type Policy<T extends EnvTypes> = (
  last: StepResult<T["observation"]>,
  context: PolicyContext<T>,
) => MaybePromise<T["actionInput"]>;

/** What a policy is told besides the last answer. */
export interface PolicyContext<T extends EnvTypes> {
  /** Number of the episode within the rollout, from 0. */
  readonly episode: number;
  /** Steps taken in this episode. */
  readonly stepCount: number;
  readonly steps: readonly StepRecord<T["actionInput"], T["observation"]>[];
  readonly signal: AbortSignal | undefined;
}

/** How far a rollout is. */
export interface RolloutProgress<T extends EnvTypes> {
  readonly finished: number;
  readonly failed: number;
  readonly total: number;
  /** The episode that has just ended. */
  readonly last: RolloutRecord<T["actionInput"], T["observation"]>;
}

/** Options of {@link rollout}. */
export interface RolloutOptions<T extends EnvTypes> {
  /**
   * The parameters of each episode's reset, such as seeds: as many episodes are played. Default: one for each session,
   * without parameters.
   */
  readonly resets?: readonly (ResetInput<T> | undefined)[] | undefined;
  /** Sessions used at once. Default: all that are given. */
  readonly concurrency?: number | undefined;
  /** Steps after which an episode counts as truncated. Default: no limit. */
  readonly maxSteps?: number | undefined;
  /** Longest call, in milliseconds. Default: the client's. */
  readonly timeoutMs?: number | undefined;
  /** Stops the rollout: running episodes fail, others are not begun, and the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called after each episode, in the order they end; the rollout waits for it. When it throws, no other episode is
   * begun, and the call rejects with that when the running ones have ended.
   */
  readonly onProgress?: ((progress: RolloutProgress<T>) => MaybePromise<void>) | undefined;
}

/**
 * Plays the episodes and gives their records in the order of `resets`. Each session plays one episode at a time and
 * then the next that nobody has begun. The sessions stay open.
 *
 * @throws InvalidArgumentError without a session, or with a `concurrency` below 1
 */
export async function rollout<T extends EnvTypes>(
  envs: readonly EnvMethods<"async", T>[],
  policy: Policy<T>,
  options: RolloutOptions<T> = {},
): Promise<RolloutRecord<T["actionInput"], T["observation"]>[]> {
  const { resets = envs.map(() => undefined), concurrency = envs.length, signal, onProgress } = options;
  const players = envs.slice(0, concurrency);
  if (players.length === 0) {
    throw new InvalidArgumentError("envs", "A rollout needs at least one environment, and a concurrency of 1 or more.");
  }
  const records: RolloutRecord<T["actionInput"], T["observation"]>[] = [];
  let begun = 0;
  let finished = 0;
  let failed = 0;
  let stopped = false;
  const play = async (env: EnvMethods<"async", T>): Promise<void> => {
    while (begun < resets.length && !stopped) {
      if (signal?.aborted === true) return;
      const index = begun;
      begun += 1;
      const record = await playEpisode(env, policy, index, resets[index], options);
      records[index] = record;
      finished += 1;
      if (record.status === "failed") failed += 1;
      try {
        await onProgress?.({ finished, failed, total: resets.length, last: record });
      } catch (error) {
        stopped = true;
        throw error;
      }
    }
  };
  const plays = await Promise.allSettled(players.map(play));
  signal?.throwIfAborted();
  for (const play of plays) if (play.status === "rejected") throw play.reason;
  return records;
}

async function playEpisode<T extends EnvTypes>(
  env: EnvMethods<"async", T>,
  policy: Policy<T>,
  index: number,
  reset: ResetInput<T> | undefined,
  { maxSteps = Number.POSITIVE_INFINITY, timeoutMs, signal }: RolloutOptions<T>,
): Promise<RolloutRecord<T["actionInput"], T["observation"]>> {
  type Record = RolloutRecord<T["actionInput"], T["observation"]>;
  const steps: StepRecord<T["actionInput"], T["observation"]>[] = [];
  const started = performance.now();
  let first: Record["first"] = null;
  const end = (status: Record["status"], error?: unknown): Record => ({
    index,
    status,
    error,
    seed: reset?.seed ?? null,
    episodeId: reset?.episode_id ?? null,
    first,
    steps,
    totalReward: steps.reduce((sum, { reward }) => sum + Number(reward), 0),
    milliseconds: performance.now() - started,
  });
  try {
    let last = await env.reset(reset, { signal, timeoutMs });
    first = { observation: last.observation, metadata: last.metadata };
    while (!last.done && steps.length < maxSteps) {
      const action = await policy(last, { episode: index, stepCount: steps.length, steps, signal });
      const sent = performance.now();
      last = await env.step(action, { signal, timeoutMs });
      steps.push({ action, ...last, milliseconds: performance.now() - sent });
    }
    return end(last.done ? "done" : "truncated");
  } catch (error) {
    return end("failed", error);
  }
}
