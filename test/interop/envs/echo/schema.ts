import { defineSchema } from "@openenv/core/schema";
import { z } from "zod";

export default defineSchema({
  name: "echo",
  description: "sends back every message",
  action: { message: z.string() },
  observation: { echoed_message: z.string(), message_length: z.int() },
});
