/** `openenv call`: one quick try of a running server. */
import { defineCommand, type Command } from "../command/command.ts";

const command: Command = defineCommand({
  name: "call",
  summary: "Reset, step or ask a running server",
  description:
    "Each call of this command is a session of its own. step resets first, then takes every action that is given. A tool " +
    "is called by its name and a JSON object.",
  args: [
    { name: "URL", about: "The server's address", required: true },
    {
      name: "WHAT",
      about: "reset, step, state, tools, tool, health, metadata or schema",
      choices: ["reset", "step", "state", "tools", "tool", "health", "metadata", "schema"],
      required: true,
    },
    { name: "JSON", about: "For step: actions. For tool: its name, and its arguments", many: true },
  ],
  options: {
    seed: { type: "integer", value: "N", least: 0, about: "Seed of the reset" },
    episode: { type: "string", value: "ID", about: "Id of the episode" },
    params: { type: "string", value: "JSON", about: "More parameters of the reset" },
    timeout: { type: "integer", value: "SECONDS", least: 1, default: 60, about: "Longest wait for one answer" },
  },
  examples: [
    { command: "openenv call http://localhost:8000 reset --seed 7", about: "Start an episode" },
    { command: `openenv call http://localhost:8000 step '{"message":"hi"}'`, about: "Start one and take a step" },
    { command: `openenv call http://localhost:8000 tool echo_message '{"message":"hi"}'`, about: "Call a tool" },
    { command: "openenv call http://localhost:8000 schema --json", about: "What does it take?" },
  ],
  async run(invocation) {
    const { call } = await import("../call/call.ts");
    return call(invocation);
  },
});

export default command;
