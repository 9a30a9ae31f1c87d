/** `openenv ps`: what runs here. */
import { defineCommand, type Command } from "../command/command.ts";

/** How a container engine is reached. */
export const engineOptions = {
  engine: {
    type: "string",
    value: "NAME",
    choices: ["docker", "podman"],
    about: "Whose containers; default: what is there",
  },
  host: { type: "string", value: "ADDRESS", about: "The engine's address, default DOCKER_HOST" },
} as const;

/** Where else is looked, and how that is reached. */
export const placeOptions = {
  swarm: { type: "boolean", about: "The services of the engine's swarm instead" },
  kubernetes: { type: "boolean", about: "The deployments of a Kubernetes namespace instead" },
  kubeconfig: { type: "string", value: "FILE", about: "With --kubernetes: default kubectl's own" },
  context: { type: "string", value: "NAME", about: "With --kubernetes: a context of it, default the current one" },
  namespace: { type: "string", value: "NAME", about: "With --kubernetes: default the context's" },
} as const;

const command: Command = defineCommand({
  name: "ps",
  summary: "List the containers, services or deployments that OpenEnv started",
  description: "Also those whose program is gone: `openenv prune` removes these.",
  options: { ...engineOptions, ...placeOptions },
  examples: [
    { command: "openenv ps", about: "What runs here?" },
    { command: "openenv ps --swarm", about: "What runs in the swarm?" },
    { command: "openenv ps --kubernetes --namespace rollouts", about: "What runs in that namespace?" },
  ],
  async run(invocation) {
    const { ps } = await import("../containers/ps.ts");
    return ps(invocation);
  },
});

export default command;
