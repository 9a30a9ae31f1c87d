import { defineSchema } from "@openenv/core/schema";
import { z } from "zod";

const commands = [
  "ok",
  "raise",
  "raise_late",
  "bad_observation",
  "unserializable",
  "not_finite",
  "break_state",
] as const;

export default defineSchema({
  name: "faulty",
  description: "fails when told to",
  action: { command: z.enum(commands) },
  observation: { result: z.string(), payload: z.unknown().default(null) },
  reset: { fail: z.boolean().default(false) },
});
