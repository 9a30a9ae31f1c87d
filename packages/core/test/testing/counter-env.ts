/** A small environment as generated packages hold one, written out: a spec, a typed client and a server. */
import { EnvClient, type ClientOptions, type EnvSpec, type JsonObject } from "@openenv/core";
import { defineEnvironment, type EnvironmentDefinition } from "@openenv/core/server";
import { z } from "zod";

export interface CounterTypes {
  readonly action: { amount: number; metadata?: JsonObject | undefined };
  readonly actionInput: { amount?: number | undefined; metadata?: JsonObject | undefined };
  readonly observation: { total: number; average: number };
  readonly observationInput: { total: number; average: number };
  readonly state: { episode_id: string | null; step_count: number; total: number };
  readonly stateInput: { total: number };
  readonly reset: { start?: number | undefined };
  readonly resetInput: { start?: number | undefined };
  readonly tools: Record<never, never>;
}

const integer = { type: "integer" } as const;
const base = {
  metadata: { type: "object", additionalProperties: true },
  reward: {},
  done: { type: "boolean" },
} as const;

export const counterSpec: EnvSpec<CounterTypes> = {
  manifest: {
    name: "counter_env",
    version: "1.0.0",
    description: "Adds up.",
    schemaHash: `sha256:${"0".repeat(64)}`,
    jsonSchema: {
      action: {
        type: "object",
        additionalProperties: false,
        properties: { metadata: base.metadata, amount: { ...integer, default: 1 } },
      },
      observation: {
        type: "object",
        additionalProperties: false,
        properties: { ...base, total: integer, average: { type: "number" } },
        required: ["total", "average"],
      },
      state: { type: "object", additionalProperties: true, properties: { total: integer }, required: ["total"] },
    },
    maxConcurrentEnvs: 64,
  },
  action: z.strictObject({ amount: z.int().default(1), metadata: z.record(z.string(), z.unknown()).optional() }),
  observation: z.strictObject({ total: z.int(), average: z.number() }),
  state: z.looseObject({
    episode_id: z.string().nullable(),
    step_count: z.int(),
    total: z.int(),
  }) as EnvSpec<CounterTypes>["state"],
  reset: z.strictObject({ start: z.int().optional() }),
};

export class CounterEnv extends EnvClient<CounterTypes> {
  constructor(options: ClientOptions) {
    super(options, counterSpec);
  }
}

/** `closed` is called when an environment is closed. */
export function counterServer(closed: () => void = () => {}): EnvironmentDefinition<CounterTypes> {
  return defineEnvironment(counterSpec, () => {
    let total = 0;
    let steps = 0;
    return {
      reset: ({ start = 0 }) => {
        total = start;
        steps = 0;
        return { observation: { total, average: Number.NaN } };
      },
      step: ({ amount }) => {
        total += amount;
        steps += 1;
        if (amount === 13) throw new Error("thirteen");
        return { observation: { total, average: total / steps }, reward: amount, done: total >= 100 };
      },
      state: () => ({ total }),
      close: closed,
    };
  });
}
