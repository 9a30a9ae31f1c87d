/** What goes over the wire for coding_env: compatible with the original's client, which knows no other field. */
import { defineSchema } from "@openenv/core/schema";
import { z } from "zod";

export default defineSchema({
  name: "coding_env",
  description: "Runs Python and JavaScript in a sandbox",
  action: {
    code: z.string().describe("Code to run in the session's interpreter"),
    language: z.enum(["python", "javascript"]).default("python").describe("Language of the code"),
  },
  observation: {
    stdout: z.string().default("").describe("What the code wrote, and the value of its last expression"),
    stderr: z.string().default("").describe("Errors, tracebacks, and what the sandbox has to say"),
    exit_code: z.int().default(0).describe("0 for success, 124 for a timeout, 137 for a lost interpreter"),
  },
  state: {
    last_exit_code: z.int().default(0).describe("Exit code of the last step"),
  },
});
