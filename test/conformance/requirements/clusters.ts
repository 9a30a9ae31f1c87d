/** Servers on several machines: Docker Swarm, Kubernetes, and one address before them. */
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

  "kubernetes:start": ["issue 9", "An image runs as a deployment, awaited and blocking; its log is the pods'"],
  "kubernetes:port-forward": ["issue 9", "From a laptop pods are reached on 127.0.0.1"],
  "kubernetes:node-port": ["issue 9", "Each pod has a port of the nodes of its own"],
  "kubernetes:labels": ["issue 9", "Everything bears its owner's labels; variables and secrets reach the pods"],
  "kubernetes:replicas": ["issue 9", "A start waits for all pods; sessions are spread over them"],
  "kubernetes:heal": ["issue 9", "A pod that goes takes its own sessions with it; the fleet follows the cluster"],
  "kubernetes:scale": ["issue 9", "The number of pods can be changed"],
  "kubernetes:update": ["issue 9", "A rolling update drains: running steps finish, then sessions end with 1001"],
  "kubernetes:failures": ["issue 9", "What cannot run is reported with events and last lines, and removed"],
  "kubernetes:quota": ["issue 9", "What the cluster refuses is said at once"],
  "kubernetes:cleanup": ["issue 9", "Nothing is left after many starts and stops"],
  "kubernetes:prune": ["issue 9", "Nothing outlives our process, or it is found by its labels"],
  "kubernetes:service-account": ["issue 9", "Inside a cluster the pod's service account is enough"],
  "kubernetes:manifests": ["issue 9", "The manifests can be had without being applied"],

  "gateway:spread": ["issue 9", "HAProxy by our configuration gives a session to the server with the fewest"],
  "gateway:refusal": ["issue 9", "When all are full a session is refused with CAPACITY_REACHED"],
  "gateway:queue": ["issue 9", "or waits at the gateway"],
  "gateway:drain": ["issue 9", "A server that drains keeps its sessions and gets no other"],
  "gateway:failure": ["issue 9", "A server that dies takes its own sessions with it, typed"],
  "gateway:python": ["issue 9", "A trainer in Python uses many servers by one address"],
} as const satisfies Record<string, Requirement>;
