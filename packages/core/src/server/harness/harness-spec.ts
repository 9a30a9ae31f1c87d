/**
 * The schemas of every harness environment, as the generator prints them for an action with a message and an observation
 * without fields; test/harness/harness-spec.test.ts compares.
 */
import { z } from "zod";

import type { EnvSpec, EnvTypes, JsonObject } from "../../types.ts";

const metadata: JsonObject = {
  description: "Anything worth telling beside it.",
  type: "object",
  additionalProperties: true,
  title: "Metadata",
};

const action: JsonObject = {
  title: "HarnessAction",
  type: "object",
  properties: {
    metadata,
    message: { description: "The user's message for this turn.", type: "string", title: "Message" },
  },
  required: ["message"],
  additionalProperties: false,
};

const observation: JsonObject = {
  title: "HarnessObservation",
  type: "object",
  properties: {
    done: { description: "Whether the episode is over.", type: "boolean", default: false, title: "Done" },
    reward: {
      description: "What the step is worth.",
      anyOf: [{ type: "boolean" }, { type: "integer" }, { type: "number" }, { type: "null" }],
      default: null,
      title: "Reward",
    },
    metadata,
  },
  additionalProperties: false,
};

const state: JsonObject = {
  title: "State",
  type: "object",
  properties: {
    episode_id: {
      description: "The running episode.",
      anyOf: [{ type: "string" }, { type: "null" }],
      default: null,
      title: "Episode Id",
    },
    step_count: {
      description: "Steps accepted since the last reset.",
      type: "integer",
      minimum: 0,
      default: 0,
      title: "Step Count",
    },
  },
  additionalProperties: true,
};

/** Of the three above. */
const SCHEMA_HASH = "sha256:5587367fc0cac442a8d46828c38296f71514932cfecb9a2194943107eb6351bc";

export function harnessSpec({
  name,
  version = "0.1.0",
  description = "An agentic harness",
}: {
  readonly name: string;
  readonly version?: string | undefined;
  readonly description?: string | undefined;
}): EnvSpec<EnvTypes> {
  return {
    manifest: { name, version, description, schemaHash: SCHEMA_HASH, jsonSchema: { action, observation, state } },
    action: z.strictObject({ message: z.string(), metadata: z.record(z.string(), z.unknown()).optional() }),
    observation: z.strictObject({}),
    state: z.looseObject({
      episode_id: z.string().nullable().default(null),
      step_count: z.int().min(0).default(0),
    }),
    // Python's takes any parameter and uses none.
    reset: z.looseObject({}),
  };
}
