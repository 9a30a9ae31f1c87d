/** Fleets: many servers as one. */
import type { Requirement } from "../requirements.ts";

export const fleetRequirements = {
  "fleet:spread": ["issue 9", "A session goes to the healthy server with the least sessions"],
  "fleet:shared": ["issue 9", "Sessions of others count, as GET /capacity tells them"],
  "fleet:python": ["issue 9", "Servers that do not tell are balanced by the fleet's own count"],
  "fleet:refusal": ["issue 9", "A server that refuses is passed over; CAPACITY_REACHED only when all are full"],
  "fleet:wait": ["issue 9", "A session may wait for room, and be given up"],
  "fleet:failure": ["issue 9", "A server that dies takes its own sessions with it, typed, and no other"],
  "fleet:restart": ["issue 9", "It is started again, with pauses that grow"],
  "fleet:ejection": ["issue 9", "A server that is not healthy gets no session until it is again"],
  "fleet:spares": ["issue 9", "A warm spare takes the place of a server that fails"],
  "fleet:start:all-or-nothing": ["issue 9", "When one server cannot be started none is left"],
  "fleet:scale": ["issue 9", "Thousands of sessions at once get through, all of them"],
  "fleet:chaos": ["issue 9", "While servers are killed at random every rollout ends, well or typed"],
} as const satisfies Record<string, Requirement>;
