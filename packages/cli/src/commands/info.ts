/** `openenv info`: what is known of an environment. */
import { defineCommand, type Command } from "../command/command.ts";

const command: Command = defineCommand({
  name: "info",
  summary: "Show what is known of an installed environment",
  description: "The packages, their versions and folders, and how to use them. Nobody's code is run.",
  args: [{ name: "NAME", about: "echo, echo_env, echo-env or @openenv/echo-env", required: true }],
  options: {},
  examples: [{ command: "openenv info echo", about: "The environment echo_env" }],
  async run(invocation) {
    const { info } = await import("../discover/info.ts");
    return info(invocation);
  },
});

export default command;
