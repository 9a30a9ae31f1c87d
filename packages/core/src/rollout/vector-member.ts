/**
 * One environment of a {@link VectorEnv}: when it is reset by itself, and how a failure is told.
 */
import type { EnvMethods, ResetInput } from "../client/env-methods.ts";
import type { CallOptions } from "../client/options.ts";
import type { StepResult } from "../client/step-result.ts";
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
  /** The last answer of the episode before, when `same-step` has begun a new one. */
  readonly final: { readonly observation: T["observation"]; readonly metadata: JsonObject } | null;
  /** What failed; `undefined` when nothing did. */
  readonly error: unknown;
}

export class VectorMember<T extends EnvTypes> {
  readonly #index: number;
  readonly #env: EnvMethods<"async", T>;
  readonly #autoreset: Autoreset;
  /** The episode is over, or was lost. */
  #over = true;

  constructor(index: number, env: EnvMethods<"async", T>, autoreset: Autoreset) {
    this.#index = index;
    this.#env = env;
    this.#autoreset = autoreset;
  }

  async reset(params: ResetInput<T> | undefined, options?: CallOptions): Promise<VectorEntry<T>> {
    return this.#attempt(async () => {
      const result = await this.#env.reset(params, options);
      this.#over = result.done;
      return this.#entry(result);
    });
  }

  async step(action: T["actionInput"], options?: CallOptions): Promise<VectorEntry<T>> {
    if (this.#over && this.#autoreset !== "disabled") return this.reset(undefined, options);
    return this.#attempt(async () => {
      const result = await this.#env.step(action, options);
      this.#over = result.done;
      if (!result.done || this.#autoreset !== "same-step") return this.#entry(result);
      const next = await this.#env.reset(undefined, options);
      this.#over = next.done;
      const final = { observation: result.observation, metadata: result.metadata };
      return { ...this.#entry(next), reward: result.reward, done: true, final };
    });
  }

  close(): Promise<void> {
    return this.#env.close();
  }

  async #attempt(call: () => Promise<VectorEntry<T>>): Promise<VectorEntry<T>> {
    try {
      return await call();
    } catch (error) {
      this.#over = true;
      return { index: this.#index, observation: null, reward: null, done: true, metadata: {}, final: null, error };
    }
  }

  #entry({ observation, reward, done, metadata }: StepResult<T["observation"]>): VectorEntry<T> {
    return { index: this.#index, observation, reward, done, metadata, final: null, error: undefined };
  }
}
