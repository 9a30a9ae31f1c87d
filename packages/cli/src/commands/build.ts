/** `openenv build`: from a folder to something that runs elsewhere. */
import { defineCommand, type Command } from "../command/command.ts";
import { engineOptions } from "./ps.ts";

const command: Command = defineCommand({
  name: "build",
  summary: "Build an image, its context, or one executable",
  description:
    "An image needs Docker or Podman, and Bun to bundle the server. --context-out writes what the image is made from " +
    "instead, without links and without node_modules. --executable compiles the server and Bun into one file.",
  args: [{ name: "PATH", about: "The environment's folder, default this one" }],
  options: {
    tag: { type: "string", short: "t", value: "NAME", about: "What the image is called, default NAME-env:latest" },
    "base-image": { type: "string", value: "IMAGE", about: "What it stands on, default Bun's own image" },
    platform: { type: "string", value: "NAME", about: "Such as linux/arm64, default the engine's" },
    "context-out": { type: "string", value: "DIR", about: "Write the build context into an empty folder, and stop" },
    executable: { type: "string", value: "FILE", about: "Write one executable file, and stop" },
    target: { type: "string", value: "NAME", about: "With --executable: Bun's target, such as bun-linux-arm64" },
    bun: { type: "string", value: "FILE", about: "Bun's executable, default the one on the PATH" },
    ...engineOptions,
  },
  examples: [
    { command: "openenv build --tag word-env:1", about: "An image" },
    { command: "openenv build --context-out context && docker build context", about: "The same in two steps" },
    { command: "openenv build --executable word-env-server", about: "A server in one file" },
  ],
  async run(invocation) {
    const { build } = await import("../build/build.ts");
    return build(invocation);
  },
});

export default command;
