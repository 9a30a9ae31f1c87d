/** `openenv generate`: from schemas to packages. */
import { defineCommand, type Command } from "../command/command.ts";
import { UsageError } from "../terminal/failure.ts";

const command: Command = defineCommand({
  name: "generate",
  summary: "Print the typed packages of an environment",
  description:
    "Reads schema.ts (or a *.schema.json) and openenv.yaml of each folder, and writes what is generated into client/ and " +
    "server/. What an author wrote there stays. With --from it reads a schema document or a running server instead.",
  args: [{ name: "PATH", about: "Folders of environments, default this one", many: true }],
  options: {
    check: { type: "boolean", about: "Write nothing; fail with a diff when something is stale" },
    url: { type: "string", value: "URL", about: "With --check: compare the schemas with a running server's" },
    watch: { type: "boolean", short: "w", about: "Generate again whenever a schema changes" },
    from: { type: "string", value: "FILE|URL", about: "A schema document, or a server that runs" },
    name: { type: "string", short: "n", value: "NAME", about: "With --from: what the environment is called" },
    out: { type: "string", short: "o", value: "DIR", about: "Where to write, default the environment's folder" },
    emit: {
      type: "string",
      value: "WHAT",
      choices: ["packages", "schema"],
      default: "packages",
      about: "With --from: packages, or one module for a JSON Schema",
    },
    python: { type: "boolean", about: "With --from: a Python client package too" },
  },
  examples: [
    { command: "openenv generate", about: "The environment of this folder" },
    { command: "openenv generate --check", about: "In CI: fails when generated code is stale" },
    { command: "openenv generate --check --url http://localhost:8000", about: "Has that server still these schemas?" },
    {
      command: "openenv generate --from http://localhost:8000 --name echo-env --out echo-env",
      about: "Typed packages for a server, Python's too",
    },
  ],
  exitCodes: { 1: "something is stale or wrong" },
  async run(invocation) {
    const { check, url, watch, from, name, emit } = invocation.options;
    if (url !== undefined && !check) throw new UsageError("--url needs --check.", "generate");
    if (from !== undefined && emit === "packages" && name === undefined)
      throw new UsageError("--from needs --name: what is the environment called?", "generate");
    if (watch && (check || from !== undefined)) throw new UsageError("--watch goes with folders only.", "generate");
    const { generate } = await import("../generate/generate.ts");
    return generate(invocation);
  },
});

export default command;
