/** `openenv prune`: removes what was left behind. */
import { defineCommand, type Command } from "../command/command.ts";
import { engineOptions } from "./ps.ts";

const command: Command = defineCommand({
  name: "prune",
  summary: "Remove containers that nobody owns any more",
  description: "Those that OpenEnv started and whose program is gone.",
  options: { ...engineOptions, all: { type: "boolean", about: "Also those whose program still runs" } },
  examples: [
    { command: "openenv prune", about: "After a crash of the machine" },
    { command: "openenv prune --all", about: "Everything that OpenEnv started" },
  ],
  async run(invocation) {
    const { prune } = await import("../containers/prune.ts");
    return prune(invocation);
  },
});

export default command;
