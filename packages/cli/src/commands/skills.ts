/** `openenv skills`: for coding agents. */
import { defineCommand, type Command } from "../command/command.ts";

const command: Command = defineCommand({
  name: "skills",
  summary: "Teach coding agents to use this command",
  description:
    "preview prints a SKILL.md. add writes it to .agents/skills/openenv-cli, and links it into the folders of the agents " +
    "that are named.",
  args: [{ name: "WHAT", about: "preview or add", choices: ["preview", "add"], required: true }],
  options: {
    claude: { type: "boolean", about: "Link it into .claude/skills" },
    codex: { type: "boolean", about: "Link it into .codex/skills" },
    cursor: { type: "boolean", about: "Link it into .cursor/skills" },
    opencode: { type: "boolean", about: "Link it into .opencode/skills" },
    global: { type: "boolean", short: "g", about: "In your home folder instead of this one" },
    dest: { type: "string", value: "DIR", about: "Into this folder, and nowhere else" },
    force: { type: "boolean", about: "Replace what is there" },
  },
  examples: [
    { command: "openenv skills add --claude", about: "For this project, and Claude Code" },
    { command: "openenv skills preview", about: "What would be written?" },
  ],
  async run(invocation) {
    const { skills } = await import("../skills/skills.ts");
    return skills(invocation);
  },
});

export default command;
