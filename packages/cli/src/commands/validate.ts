/** `openenv validate`: checks of a package or a running server. */
import { defineCommand, type Command } from "../command/command.ts";

const command: Command = defineCommand({
  name: "validate",
  summary: "Check an environment or a running server",
  description:
    "The checks of Python's `openenv validate` 0.10 with their ids and exit codes, and ours beside them. A package is read " +
    "(static), then its server is built, started in a container and played with by validation/runtime.json (runtime). A " +
    "URL is asked; Python's servers too. Static checks run nobody's code.",
  args: [{ name: "PATH|URL", about: "A package's folder, default this one, or a server's address" }],
  options: {
    url: { type: "string", value: "URL", about: "A server's address; http:// may be left out here" },
    level: {
      type: "string",
      value: "NAME",
      choices: ["static", "runtime", "semantic"],
      default: "semantic",
      about: "The highest level of checks",
    },
    "skip-build": { type: "boolean", about: "Build and start nothing; what needs that is skipped" },
    local: { type: "boolean", about: "Say that a folder is meant, not a URL" },
    policy: {
      type: "string",
      value: "VERSION",
      choices: ["v1", "v2"],
      about: "Severity policy: v1 for static, v2 above",
    },
    provider: {
      type: "string",
      value: "NAME",
      choices: ["docker", "process"],
      about: "What starts the server; default docker where an engine answers, else process",
    },
    "base-image": { type: "string", value: "IMAGE", about: "What the image stands on, default Bun's own image" },
    output: { type: "string", short: "o", value: "FILE", about: "Write the report, as JSON" },
    timeout: {
      type: "integer",
      value: "SECONDS",
      least: 1,
      default: 5,
      about: "With a URL: longest wait for one answer",
    },
  },
  examples: [
    { command: "openenv validate", about: "All of this folder's package" },
    { command: "openenv validate --level static", about: "At once, without running anything" },
    { command: "openenv validate http://localhost:8000", about: "A server that runs" },
    { command: "openenv validate --json --output report.json", about: "In CI" },
  ],
  exitCodes: {
    0: "pass, or only warnings",
    1: "a check failed",
    2: "no package, or the command line is not understood",
    3: "an internal error",
  },
  async run(invocation) {
    const { validate } = await import("../validate/validate.ts");
    return validate(invocation);
  },
});

export default command;
