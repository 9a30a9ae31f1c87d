/** `openenv serve`: a server in the foreground. */
import { defineCommand, type Command } from "../command/command.ts";

export const serveOptions = {
  port: { type: "integer", short: "p", value: "N", least: 0, most: 65_535, about: "Port, 0 for a free one" },
  host: { type: "string", value: "ADDRESS", about: "Address to listen on; the server's default is 127.0.0.1" },
  "max-concurrent-envs": { type: "integer", value: "N", least: -1, about: "Sessions at once, -1 for no limit" },
  mode: { type: "string", value: "MODE", choices: ["simulation", "production"], about: "What clients may do" },
  workers: { type: "integer", value: "N", least: 1, about: "Processes that serve on the port, default 1" },
  execution: { type: "string", value: "KIND", choices: ["inline", "worker"], about: "Where environments run" },
  runtime: { type: "string", value: "NAME", choices: ["bun", "node", "deno"], about: "What runs it" },
} as const;

const command: Command = defineCommand({
  name: "serve",
  summary: "Serve an environment",
  description:
    "Runs the server of a folder (an environment, or the package of its server) or of an installed package, until " +
    "Ctrl-C. Without --runtime it runs on what runs this command, where that can read the server's files.",
  args: [
    { name: "SOURCE", about: "A folder, or a package such as echo or @openenv/echo-env-server; default this folder" },
  ],
  rest: { name: "FLAG", about: "Behind --: goes to the server as it is" },
  options: serveOptions,
  examples: [
    { command: "openenv serve", about: "The environment of this folder" },
    { command: "openenv serve @openenv/echo-env-server --port 8000", about: "An installed package" },
    { command: "openenv serve echo --max-concurrent-envs 64 --runtime bun", about: "By its short name, on Bun" },
  ],
  async run(invocation) {
    const { serve } = await import("../serve/serve.ts");
    return serve(invocation);
  },
});

export default command;
