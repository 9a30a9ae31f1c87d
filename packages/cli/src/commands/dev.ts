/** `openenv dev`: serve, and again on every change. */
import { defineCommand, type Command } from "../command/command.ts";
import { serveOptions } from "./serve.ts";

const command: Command = defineCommand({
  name: "dev",
  summary: "Serve an environment, anew on every change",
  description:
    'Generates, builds (where package.json has a script "build") and serves. A changed schema is generated again, and ' +
    "every change of a source starts the server anew. While something does not compile the old server goes on.",
  args: [{ name: "PATH", about: "The environment's folder, default this one" }],
  options: serveOptions,
  examples: [
    { command: "openenv dev", about: "The environment of this folder" },
    { command: "openenv dev envs/word-env --port 9000", about: "Another one, on another port" },
  ],
  async run(invocation) {
    const { dev } = await import("../serve/dev.ts");
    return dev(invocation);
  },
});

export default command;
