/** `openenv init`: a new project. */
import { defineCommand, type Command } from "../command/command.ts";

const command: Command = defineCommand({
  name: "init",
  summary: "Start a project with a new environment",
  description:
    "Asks for what is not given where a terminal is there to answer; with --yes, with --json and without a terminal it " +
    "never asks. In a monorepo the project becomes workspaces of it, elsewhere a git repository. A folder that holds " +
    "something is left alone.",
  args: [{ name: "FOLDER", about: "Where; its last part is the environment's name, such as word-env or word_env" }],
  options: {
    template: {
      type: "string",
      short: "t",
      value: "NAME",
      choices: ["minimal", "tools", "game", "coding"],
      about: "What to begin with, default minimal",
    },
    runtime: {
      type: "string",
      short: "r",
      value: "NAME",
      choices: ["bun", "deno", "node"],
      about: "What serves and tests it, default what runs this command",
    },
    "package-manager": {
      type: "string",
      value: "NAME",
      choices: ["npm", "bun", "deno", "pnpm", "yarn"],
      about: "What installs it, default the runtime's or the monorepo's",
    },
    scope: { type: "string", value: "@NAME", about: "The npm scope of its packages, default none" },
    description: { type: "string", value: "TEXT", about: "One line about the environment" },
    python: { type: "boolean", about: "A typed Python client too" },
    install: { type: "boolean", about: "Install its packages at once" },
    "no-git": { type: "boolean", about: "Make no git repository" },
    yes: { type: "boolean", short: "y", about: "Ask nothing" },
  },
  examples: [
    { command: "openenv init", about: "Be asked" },
    { command: "openenv init word-env --template game --runtime bun --yes", about: "Say it all" },
    { command: "openenv init envs/search-env --template tools --scope @acme", about: "In a monorepo" },
  ],
  async run(invocation) {
    const { init } = await import("../init/init.ts");
    return init(invocation);
  },
});

export default command;
