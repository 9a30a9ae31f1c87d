import { defineSchema } from "@openenv/core/schema";
import { z } from "zod";

export default defineSchema({
  name: "slow",
  description: "answers late",
  action: { ms: z.int().min(0).max(3000) },
  observation: { waited_ms: z.int() },
});
