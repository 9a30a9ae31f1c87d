/**
 * An environment whose steps the test lets go one by one, so that what runs at once and what waits can be told apart
 * without a clock.
 */
import type { EnvSpec, GenericTypes, JsonObject } from "@openenv/core";
import { defineEnvironment, type EnvironmentDefinition, type SessionContext } from "@openenv/core/server";
import { z } from "zod";

const anyObject: JsonObject = { type: "object", properties: { any: { type: "string" } }, additionalProperties: true };
const open = z.looseObject({});

export const genericSpec: EnvSpec<GenericTypes> = {
  manifest: {
    name: "held_env",
    version: "1.0.0",
    description: "Waits to be let go",
    schemaHash: "",
    jsonSchema: { action: anyObject, observation: anyObject, state: anyObject },
  },
  action: open,
  observation: open,
  state: z.looseObject({ episode_id: z.string().nullable(), step_count: z.int() }),
  reset: open,
};

/** One step that has begun and has not returned. */
export interface HeldStep {
  readonly action: JsonObject;
  readonly context: SessionContext;
  /** The context's signal as it was when the step began. */
  readonly signal: AbortSignal;
  letGo(): void;
}

/** The environment, and what is known of it. */
export class HeldSteps {
  readonly running: HeldStep[] = [];
  closed = 0;
  #arrivals: (() => void)[] = [];

  readonly definition: EnvironmentDefinition<GenericTypes> = defineEnvironment(genericSpec, () => ({
    reset: (_params, context) => ({
      observation: { dice: Array.from({ length: 4 }, () => context.random.integer(1, 6)) },
    }),
    step: (action, context) => this.#hold(action, context),
    close: () => void (this.closed += 1),
  }));

  /** Resolves when `count` steps are running. */
  async until(count: number): Promise<void> {
    while (this.running.length < count) await new Promise<void>((resolve) => this.#arrivals.push(resolve));
  }

  #hold(
    action: JsonObject,
    context: SessionContext,
  ): Promise<{ observation: JsonObject; reward: null; done: boolean }> {
    return new Promise((resolve) => {
      const step: HeldStep = {
        action,
        context,
        signal: context.signal,
        letGo: () => {
          this.running.splice(this.running.indexOf(step), 1);
          resolve({ observation: action, reward: null, done: false });
        },
      };
      this.running.push(step);
      for (const arrived of this.#arrivals.splice(0)) arrived();
    });
  }
}
