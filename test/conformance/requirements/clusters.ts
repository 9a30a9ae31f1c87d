/** Servers on several machines: Docker Swarm and Kubernetes. */
import type { Requirement } from "../requirements.ts";

export const clusterRequirements = {
  "swarm:replicas": ["issue 9", "A start waits for all tasks; sessions are spread over them"],
  "swarm:published": ["issue 9", "Each task has a port of its own, which is read back"],
  "swarm:heal": ["issue 9", "A task that dies takes its own sessions with it; the fleet follows the swarm"],
  "swarm:options": ["issue 9", "Limits, constraints, labels and variables reach the swarm"],
  "swarm:network": ["issue 9", "An overlay network is made where it is missing, and removed"],
  "swarm:scale": ["issue 9", "The number of tasks can be changed"],
  "swarm:update": ["issue 9", "A rolling update drains: sessions of a task that goes end with 1001"],
  "swarm:failures": ["issue 9", "What cannot run is reported with what the tasks say, and removed"],
  "swarm:prune": ["issue 9", "Nothing outlives our process, or it is found by its labels"],
} as const satisfies Record<string, Requirement>;
