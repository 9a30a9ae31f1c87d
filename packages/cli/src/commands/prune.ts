/** `openenv prune`: removes what was left behind. */
import { defineCommand, type Command } from "../command/command.ts";
import { engineOptions, placeOptions } from "./ps.ts";

const command: Command = defineCommand({
  name: "prune",
  summary: "Remove containers, services or deployments that nobody owns any more",
  description: "Those that OpenEnv started and whose program is gone.",
  options: {
    ...engineOptions,
    ...placeOptions,
    all: { type: "boolean", about: "Also those whose program still runs" },
  },
  examples: [
    { command: "openenv prune", about: "After a crash of the machine" },
    { command: "openenv prune --all", about: "Every container that OpenEnv started" },
    { command: "openenv prune --swarm", about: "Services, with the networks made for them" },
    { command: "openenv prune --kubernetes --context lab", about: "Deployments, in the namespace of that context" },
  ],
  async run(invocation) {
    const { prune } = await import("../containers/prune.ts");
    return prune(invocation);
  },
});

export default command;
