/** Counts: an environment that a worker can import, as it is and made of options. */
import { defineEnvironment, type EnvironmentDefinition } from "@openenv/core/server";
import { openSpec } from "../server/scripted-env.ts";

/** Adds this much a step. */
export interface CountingOptions {
  readonly by: number;
}

export function counting({ by }: CountingOptions): EnvironmentDefinition {
  const factory = (): object => {
    let total = 0;
    return {
      reset: () => ({ observation: { total } }),
      step: () => ({ observation: { total: (total += by) }, reward: by, done: false }),
    };
  };
  return defineEnvironment(openSpec, factory as never, { module: import.meta.url });
}

export const notOne = { spec: "none" };

const environment: EnvironmentDefinition = counting({ by: 1 });

export default environment;
