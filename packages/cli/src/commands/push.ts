/** `openenv push`: to npm, to a registry of images, to a Space. */
import { defineCommand, type Command } from "../command/command.ts";
import { engineOptions } from "./ps.ts";

const command: Command = defineCommand({
  name: "push",
  summary: "Publish packages, an image or a Space",
  description:
    "--npm settles the versions by the changesets that wait, if any, packs the client and the server, and publishes what " +
    "the registry that npm is configured with does not have. --image builds an " +
    "image and pushes it. --space-out writes what a Docker Space of Hugging Face holds into an empty folder; uploading " +
    "it is a git push with your own token. Several may be given.",
  args: [{ name: "PATH", about: "The environment's folder, default this one" }],
  options: {
    npm: { type: "boolean", about: "Publish the client and the server" },
    image: {
      type: "string",
      value: "NAME",
      about: "Build and push this image, such as registry.example.com/word-env:1",
    },
    "space-out": { type: "string", value: "DIR", about: "Write the files of a Space into an empty folder" },
    "dry-run": { type: "boolean", about: "With --npm: publish nothing, say what would be" },
    registry: { type: "string", value: "URL", about: "With --npm: another registry than npm's configuration says" },
    provenance: { type: "boolean", about: "With --npm: add provenance, where a CI that npm trusts runs this" },
    "base-image": { type: "string", value: "IMAGE", about: "With --image: what it stands on, default Bun's own image" },
    bun: { type: "string", value: "FILE", about: "Bun's executable, default the one on the PATH" },
    ...engineOptions,
  },
  examples: [
    { command: "openenv push --npm --dry-run", about: "What would be published?" },
    { command: "openenv push --image registry.example.com/team/word-env:1", about: "An image" },
    { command: "openenv push --space-out space", about: "A Space, to be pushed with git" },
  ],
  async run(invocation) {
    const { push } = await import("../push/push.ts");
    return push(invocation);
  },
});

export default command;
