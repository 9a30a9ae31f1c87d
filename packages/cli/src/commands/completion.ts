/** `openenv completion`: scripts for shells. */
import { defineCommand, type Command } from "../command/command.ts";
import type { Shell } from "../command/completion.ts";

const command: Command = defineCommand({
  name: "completion",
  summary: "Print a completion script for a shell",
  args: [{ name: "SHELL", about: "bash, zsh or fish", choices: ["bash", "zsh", "fish"], required: true }],
  options: {},
  examples: [
    { command: "source <(openenv completion bash)", about: "For this shell; put it into ~/.bashrc for all" },
    { command: "openenv completion zsh > ~/.zfunc/_openenv", about: "For zsh" },
    { command: "openenv completion fish > ~/.config/fish/completions/openenv.fish", about: "For fish" },
  ],
  async run({ args: [shell = ""], terminal }) {
    const { completionScript } = await import("../command/completion.ts");
    const script = await completionScript(shell as Shell);
    terminal.line(script.trimEnd());
    terminal.result({ shell, script });
  },
});

export default command;
