/** `openenv list`: the installed environments. */
import { defineCommand, type Command } from "../command/command.ts";

const command: Command = defineCommand({
  name: "list",
  summary: "List the installed environments",
  description:
    'Looks for packages whose package.json has a field "openenv", in node_modules of this folder and of those above. ' +
    "Nobody's code is run.",
  options: {},
  examples: [
    { command: "openenv list", about: "What is installed here?" },
    { command: "openenv list --json", about: "The same for a program" },
  ],
  async run(invocation) {
    const { list } = await import("../discover/list.ts");
    return list(invocation);
  },
});

export default command;
