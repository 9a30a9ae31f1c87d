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

const command: Command = defineCommand({
  name: "ps",
  summary: "List the containers that OpenEnv started",
  description: "Also those whose program is gone: `openenv prune` removes these.",
  options: engineOptions,
  examples: [{ command: "openenv ps", about: "What runs here?" }],
  async run(invocation) {
    const { ps } = await import("../containers/ps.ts");
    return ps(invocation);
  },
});

export default command;
