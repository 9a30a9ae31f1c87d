/**
 * The environment that is measured: the generated echo environment with the least behaviour it can have, since it is
 * the server that is measured, and the bare rows do nothing else either.
 */
import { defineEnvironment, type EnvironmentDefinition } from "@openenv/core/codegen/v1/server";
import type { EchoTypes } from "@openenv/echo-env";
import { echoSpec } from "@openenv/echo-env/spec";
import process from "node:process";

/** How long a step takes, in milliseconds. */
const stepMs = Number(process.env["BENCH_STEP_MS"] ?? 0);

/** Called by the rows of tool calls. */
const tools = {
  echo_message: ({ message }: { message: string }) => message,
  echo_with_length: ({ message }: { message: string }) => ({ message, length: message.length }),
};

export const echoDefinition: EnvironmentDefinition<EchoTypes> = defineEnvironment(echoSpec, () => {
  let last: string | null = null;
  return {
    reset: () => ({ observation: { echoed_message: "ready", message_length: 0 } }),
    step: ({ message }) => {
      last = message;
      const observation = { echoed_message: message, message_length: message.length };
      const outcome = { observation, reward: message.length * 0.1, done: false };
      return stepMs === 0 ? outcome : new Promise((resolve) => setTimeout(resolve, stepMs, outcome));
    },
    state: () => ({ last_message: last }),
    tools,
  };
});
