/** Counts up to twenty. A class, where the others are functions. */
import type { Environment, ResetOutcome, ResetParams, StepOutcome } from "@openenv/core/server";
import {
  defineCounterEnvironment,
  type CounterAction,
  type CounterObservation,
  type CounterStateInput,
  type CounterTypes,
} from "./gen/index.ts";

const GOAL = 20;

class CounterEnvironment implements Environment<CounterTypes> {
  #value = 0;
  #history = [0];
  #seed: number | null = null;
  #finished = false;

  reset({ seed, start }: ResetParams<CounterTypes>): ResetOutcome<CounterObservation> {
    // Python's remainder is never negative.
    this.#value = start ?? (seed === undefined ? 0 : ((seed % 5) + 5) % 5);
    this.#history = [this.#value];
    this.#seed = seed ?? null;
    this.#finished = false;
    return { observation: this.#observation() };
  }

  step({ delta }: CounterAction): StepOutcome<CounterObservation> {
    if (this.#finished) throw new Error("counter: episode is over");
    this.#value += delta;
    this.#history.push(this.#value);
    this.#finished = this.#value >= GOAL;
    return {
      observation: this.#observation(),
      reward: delta + (this.#finished ? 10 : 0),
      done: this.#finished,
    };
  }

  state(): CounterStateInput {
    return { value: this.#value, seed: this.#seed, finished: this.#finished };
  }

  #observation(): CounterObservation {
    return { value: this.#value, history: [...this.#history] };
  }
}

const sizes: Readonly<Record<string, number>> = { train: 4, test: 2 };

export default defineCounterEnvironment(CounterEnvironment, {
  tasks: {
    listSplits: () => ["train", "test", { name: "extra", type: "validation" }],
    listTasks: (split) => {
      return Array.from({ length: sizes[split] ?? 0 }, (_, index) => ({
        id: `${split}-${index}`,
        index,
        start: index,
      }));
    },
  },
});
