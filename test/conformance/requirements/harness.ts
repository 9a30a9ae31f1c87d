/** Agentic harnesses. */
import type { Requirement } from "../requirements.ts";

export const harnessRequirements = {
  "harness:turns": ["§1.13", "Its socket starts the agent and streams the events of each message's turn"],
  "harness:protocol-error": ["§1.13", "A frame that is none is a protocol_error, and begins no turn"],
  "harness:failure": [
    "§1.13",
    "A turn that fails is an error event, without the agent's own text, and a close with 1000",
  ],
  "harness:refused": ["§1.13", "A failing start and a full server are error frames"],
  "harness:served": ["§1.13", "The socket is there in production mode, for harness environments"],
  "harness:idle": ["§1.13", "It is never too idle"],
  "harness:episodes": ["§1.13", "On /ws a reset starts the agent and a step is one turn"],
  "harness:client": ["issue 6", "A client streams turns from our servers and from Python's"],
  "harness:schema": ["§1.8", "Its schemas are those that the generator makes of them"],
} as const satisfies Record<string, Requirement>;
