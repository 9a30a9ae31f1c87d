/**
 * One environment of a {@link VectorEnv}: when it is reset by itself, with which parameters, and how a failure is told.
 */
import type { EnvMethods, ResetInput } from "../client/env-methods.ts";
import type { CallOptions } from "../client/options.ts";
import type { StepResult } from "../client/step-result.ts";
import { InvalidArgumentError } from "../errors/local-errors.ts";
import type { EnvTypes, JsonObject, Reward } from "../types.ts";

/**
 * When an environment whose episode is over begins the next, by the names of Gymnasium: with the step after the last
 * one (whose action is not used), within the last step itself, or only by `reset`.
 */
export type Autoreset = "next-step" | "same-step" | "disabled";

/** What one environment answered. */
export interface VectorEntry<T extends EnvTypes> {
  /** Which environment. */
  readonly index: number;
  /** `null` when the call failed. */
  readonly observation: T["observation"] | null;
  readonly reward: Reward;
  readonly done: boolean;
  readonly metadata: JsonObject;
  /** The last answer of the episode before, when `same-step` was to begin a new one. */
  readonly final: { readonly observation: T["observation"]; readonly metadata: JsonObject } | null;
  /** What failed; `undefined` when nothing did. */
  readonly error: unknown;
}

/** How the resets that nobody asks for follow from the last one that somebody did. */
interface Series<T extends EnvTypes> {
  readonly params: ResetInput<T> | undefined;
  readonly seed: number | undefined;
  /** Episodes that were begun by themselves since. */
  episodes: number;
}

export class VectorMember<T extends EnvTypes> {
  readonly #index: number;
  readonly #env: EnvMethods<"async", T>;
  readonly #autoreset: Autoreset;
  /** How far the seeds of two episodes in a row are apart. */
  readonly #seedStep: number;
  #series: Series<T> = { params: undefined, seed: undefined, episodes: 0 };
  /** The episode is over, was lost, or never begun. */
  #state: "running" | "over" | "failed" | "new" = "new";

  constructor(index: number, env: EnvMethods<"async", T>, autoreset: Autoreset, seedStep: number) {
    this.#index = index;
    this.#env = env;
    this.#autoreset = autoreset;
    this.#seedStep = seedStep;
  }

  /** Never rejects: a failure is told in the entry. */
  reset(params: ResetInput<T> | undefined, options?: CallOptions): Promise<VectorEntry<T>> {
    const { seed, episode_id: _, ...others } = { ...params };
    this.#series = { params: others, seed: seed ?? undefined, episodes: 0 };
    return this.#entryOf(() => this.#env.reset(params, options));
  }

  /** Never rejects: a failure is told in the entry. */
  step(action: T["actionInput"], options?: CallOptions): Promise<VectorEntry<T>> {
    if (this.#autoreset === "disabled") {
      if (this.#state === "over") return Promise.resolve(this.#failure(overAlready(this.#index)));
    } else if (this.#state !== "running") {
      return this.#beginNext(options);
    }
    const last = this.#entryOf(() => this.#env.step(action, options));
    return this.#autoreset === "same-step" ? this.#withNext(last, options) : last;
  }

  close(): Promise<void> {
    return this.#env.close();
  }

  /** The seeds of a vector's episodes are all different, and follow from the first ones. */
  #beginNext(options?: CallOptions): Promise<VectorEntry<T>> {
    this.#series.episodes += 1;
    const { params, seed, episodes } = this.#series;
    const own = seed === undefined ? params : { ...params, seed: seed + episodes * this.#seedStep };
    return this.#entryOf(() => this.#env.reset(own, options));
  }

  async #withNext(answer: Promise<VectorEntry<T>>, options?: CallOptions): Promise<VectorEntry<T>> {
    const last = await answer;
    if (!last.done || last.error !== undefined) return last;
    const next = await this.#beginNext(options);
    // What the last step earned is told whatever became of the reset.
    const final = { observation: last.observation as T["observation"], metadata: last.metadata };
    return { ...next, reward: last.reward, done: true, final };
  }

  /** The only step between a session and its vector: each further one costs every step of every member. */
  async #entryOf(call: () => Promise<StepResult<T["observation"]>>): Promise<VectorEntry<T>> {
    try {
      const { observation, reward, done, metadata } = await call();
      this.#state = done ? "over" : "running";
      return { index: this.#index, observation, reward, done, metadata, final: null, error: undefined };
    } catch (error) {
      this.#state = "failed";
      return this.#failure(error);
    }
  }

  #failure(error: unknown): VectorEntry<T> {
    return { index: this.#index, observation: null, reward: null, done: true, metadata: {}, final: null, error };
  }
}

function overAlready(index: number): InvalidArgumentError {
  return new InvalidArgumentError(
    "actions",
    `The episode of environment ${index} is over and autoreset is "disabled": reset it before its next step.`,
  );
}
