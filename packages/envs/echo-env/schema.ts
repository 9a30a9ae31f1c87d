/** What goes over the wire between echo_env and whoever drives it. */
import { defineSchema } from "@openenv/core/schema";
import { z } from "zod";

export default defineSchema({
  name: "echo_env",
  description: "Echoes every message back",
  action: { message: z.string().min(1).describe("Text to echo.") },
  observation: {
    echoed_message: z.string().describe("The message of the last step."),
    message_length: z.int().min(0).describe("Its length in code points, as Python counts."),
  },
  state: { last_message: z.string().nullable().describe("The last message, or null before the first step.") },
  tools: {
    echo_message: {
      description: "Echo back the provided message.",
      input: { message: z.string().describe("The message to echo back.") },
      output: z.string(),
    },
    echo_with_length: {
      description: "Echo back the message with its length.",
      input: { message: z.string().describe("The message to echo back.") },
      output: { message: z.string(), length: z.int().min(0) },
    },
  },
});
