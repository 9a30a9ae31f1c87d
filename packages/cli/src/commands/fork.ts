/** `openenv fork`: a copy to change. */
import { defineCommand, type Command } from "../command/command.ts";

const command: Command = defineCommand({
  name: "fork",
  summary: "Copy an environment under a new name",
  description:
    "Copies the sources of an environment into a new folder and renames it throughout: manifest, schema, packages and " +
    "the types made of the name. Generated code, built files, lockfiles and .env files are left out. An installed " +
    "environment is copied from the folder it is linked from, or from the repository that its package.json names. " +
    "Repositories are cloned by git: git+https://HOST/REPOSITORY.git, where @ref and #subdirectory=DIR may follow, or " +
    "hf:OWNER/NAME for that of a Space, a private one with HF_TOKEN. Nobody's code is run: where the schema is a module, " +
    "the typed packages are printed by openenv generate, or at once with --generate. A folder that holds something is " +
    "left alone.",
  args: [
    {
      name: "SOURCE",
      about: "A folder, an installed environment, git+URL or hf:OWNER/NAME",
      required: true,
    },
    { name: "NAME", about: "The new folder; its last part is the new name", required: true },
  ],
  options: {
    scope: { type: "string", value: "@NAME", about: "The npm scope of its packages, default none" },
    install: { type: "boolean", about: "Install its packages at once" },
    generate: { type: "boolean", about: "Print its typed packages at once, which runs its schema.ts" },
  },
  examples: [
    { command: "openenv fork ./word-env riddle-env", about: "From a folder" },
    { command: "openenv fork echo envs/parrot-env --scope @acme", about: "From what openenv list shows" },
    {
      command: "openenv fork git+https://git.example.com/word-env.git@v1 owl-env",
      about: "A tag of a repository",
    },
    { command: "openenv fork ./word-env riddle-env --install --generate", about: "Ready to be served" },
  ],
  async run(invocation) {
    const { fork } = await import("../fork/fork.ts");
    return fork(invocation);
  },
});

export default command;
