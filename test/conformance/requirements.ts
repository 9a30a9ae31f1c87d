/**
 * What a server and a client of this wire must do, as data: an id, where it comes from, and what it says. Tests claim
 * requirements by their ids (verifies.ts); coverage.test.ts sees that each is claimed.
 *
 * Sections are those of PROTOCOL (docs/protocol.md has the rules that hold here); "issue 3" is what this project adds.
 */
import { clientRequirements } from "./requirements/client.ts";
import { clusterRequirements } from "./requirements/clusters.ts";
import { fleetRequirements } from "./requirements/fleet.ts";
import { harnessRequirements } from "./requirements/harness.ts";
import { httpRequirements } from "./requirements/http.ts";
import { mcpRequirements } from "./requirements/mcp.ts";
import { serverRequirements } from "./requirements/server.ts";
import { sessionRequirements } from "./requirements/session.ts";
import { socketRequirements } from "./requirements/socket.ts";

/** Where it comes from, and what it says. */
export type Requirement = readonly [source: string, text: string];

export const requirements = {
  ...socketRequirements,
  ...sessionRequirements,
  ...serverRequirements,
  ...httpRequirements,
  ...clientRequirements,
  ...mcpRequirements,
  ...harnessRequirements,
  ...fleetRequirements,
  ...clusterRequirements,
};

export type RequirementId = keyof typeof requirements;
