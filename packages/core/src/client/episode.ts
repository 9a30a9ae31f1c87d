/**
 * One episode as a loop: each turn shows what the environment answered and takes the next action. Types, and the flow
 * that both modes run.
 */
import { InvalidArgumentError } from "../errors/local-errors.ts";
import type { EnvTypes, JsonObject, Reward } from "../types.ts";
import type { CallOptionsOf, EnvMethods, Mode, ResetInput } from "./env-methods.ts";
import { Item, type ItemFlow } from "./flow.ts";
import type { StepResult } from "./step-result.ts";

/** Options of an episode; the limits of a call hold for each of its calls. */
export type EpisodeOptions<M extends Mode> = CallOptionsOf<M> & {
  /** Steps after which the episode is left though it is not done. Default: no limit. */
  readonly maxSteps?: number | undefined;
  /** Keeps the client open for another episode. Default `false`: it is closed with the loop, however that ends. */
  readonly keepOpen?: boolean | undefined;
};

/** What a loop goes over: `for await` async, `for` blocking. Nothing is done before it begins. */
export type Episode<M extends Mode, T extends EnvTypes> = M extends "async"
  ? AsyncGenerator<Turn<T>, void, undefined>
  : Generator<Turn<T>, void, undefined>;

/** One answer of the environment, and the chance to act on it. */
export interface Turn<T extends EnvTypes> extends StepResult<T["observation"]> {
  /** 0 for the answer to the reset, then the number of the step. */
  readonly index: number;
  /** Says what to do next. Called once before the loop goes on; after the last turn it has no effect. */
  readonly act: (action: T["actionInput"]) => void;
}

class EpisodeTurn<T extends EnvTypes> implements Turn<T> {
  readonly index: number;
  readonly observation: T["observation"];
  readonly reward: Reward;
  readonly done: boolean;
  readonly metadata: JsonObject;
  readonly #next: { action?: T["actionInput"] } = {};

  constructor(index: number, { observation, reward, done, metadata }: StepResult<T["observation"]>) {
    this.index = index;
    this.observation = observation;
    this.reward = reward;
    this.done = done;
    this.metadata = metadata;
  }

  /** A property, so that it can be taken out of the turn. */
  readonly act = (action: T["actionInput"]): void => void (this.#next.action = action);

  takeAction(): T["actionInput"] {
    const { action } = this.#next;
    if (action !== undefined) return action;
    throw new InvalidArgumentError(
      "action",
      `Turn ${this.index} was given no action: call turn.act(…) before the loop goes on.`,
    );
  }
}

/** Resets, gives a turn for each answer, and steps with the action the turn was given. */
export function* playEpisode<M extends Mode, T extends EnvTypes>(
  env: EnvMethods<M, T>,
  params: ResetInput<T> | undefined,
  { maxSteps = Number.POSITIVE_INFINITY, keepOpen = false, ...rest }: EpisodeOptions<M>,
): ItemFlow {
  const limits = rest as CallOptionsOf<M>;
  try {
    let result = (yield env.reset(params, limits)) as StepResult<T["observation"]>;
    for (let index = 0; ; index += 1) {
      const turn = new EpisodeTurn<T>(index, result);
      yield new Item<Turn<T>>(turn);
      if (result.done || index >= maxSteps) return;
      result = (yield env.step(turn.takeAction(), limits)) as StepResult<T["observation"]>;
    }
  } finally {
    if (!keepOpen) yield env.close();
  }
}
