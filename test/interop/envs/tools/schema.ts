import { defineSchema } from "@openenv/core/schema";
import { z } from "zod";

export default defineSchema({
  name: "tools",
  description: "four small tools",
  tools: {
    add: { description: "Add two whole numbers.", input: { a: z.int(), b: z.int() }, output: z.int() },
    describe: {
      description: "Describe a subject in a short or long form.",
      input: { subject: z.string(), style: z.enum(["short", "long"]).default("short") },
      output: z.record(z.string(), z.unknown()),
    },
    bump: {
      description: "Add to this session's counter and give its value.",
      input: { by: z.int().default(1) },
      output: z.int(),
    },
    fail: { description: "Always fail.", input: { reason: z.string().default("on request") }, output: z.string() },
  },
});
