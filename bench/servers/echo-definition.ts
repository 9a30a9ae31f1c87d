/** The echo environment, written by hand as codegen prints it. */
import { defineEnvironment } from "@openenv/core/codegen/v1/server";
import type { EnvironmentDefinition } from "@openenv/core/codegen/v1/server";
import { z } from "zod";

const object = { type: "object", additionalProperties: false };
const metadata = { type: "object", additionalProperties: true };

export const echoDefinition: EnvironmentDefinition = defineEnvironment(
  {
    manifest: {
      name: "echo_env",
      version: "0.1.0",
      description: "Sends back what it is told",
      schemaHash: `sha256:${"0".repeat(64)}`,
      jsonSchema: {
        action: { ...object, properties: { message: { type: "string" }, metadata } },
        observation: {
          ...object,
          properties: { echoed_message: { type: "string" }, message_length: { type: "integer" }, metadata },
        },
        state: { type: "object", properties: { last_message: { type: "string" } } },
      },
    },
    action: z.strictObject({ message: z.string().min(1), metadata: z.record(z.string(), z.unknown()).default({}) }),
    observation: z.strictObject({ echoed_message: z.string(), message_length: z.int() }),
    state: z.looseObject({
      episode_id: z.string().nullable(),
      step_count: z.int(),
      last_message: z.string().nullable(),
    }),
    reset: z.strictObject({}),
  },
  () => {
    let last: string | null = null;
    return {
      reset: () => ({ observation: { echoed_message: "ready", message_length: 0 } }),
      step: (action) => {
        const { message } = action as { message: string };
        last = message;
        const observation = { echoed_message: message, message_length: message.length };
        return { observation, reward: message.length * 0.1, done: false };
      },
      state: () => ({ last_message: last }),
    };
  },
);
