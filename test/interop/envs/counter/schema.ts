import { defineSchema } from "@openenv/core/schema";
import { z } from "zod";

export default defineSchema({
  name: "counter",
  description: "counts up to twenty",
  action: { delta: z.int().min(1).max(10) },
  observation: { value: z.int(), history: z.array(z.int()) },
  state: {
    value: z.int().default(0),
    seed: z.int().nullable().default(null),
    finished: z.boolean().default(false),
  },
  reset: { start: z.int().nullish() },
});
