/** `openenv push`: to npm, to a registry of images, to a Space. */
import { defineCommand, type Command } from "../command/command.ts";
import { engineOptions } from "./ps.ts";

const command: Command = defineCommand({
  name: "push",
  summary: "Publish packages, an image or a Space",
  description:
    "--npm settles the versions by the changesets that wait, if any, packs the client and the server, and publishes what " +
    "the registry that npm is configured with does not have. --image builds an image and pushes it. --space uploads what " +
    "a Docker Space of Hugging Face holds, with your own token (HF_TOKEN, or what hf auth login has stored): the Space is made if it does not exist, gets the variables of openenv.yaml, and in " +
    "one commit the files that differ; what is no longer part of it is removed. It takes the package @huggingface/hub. " +
    "--space-out writes the same files into an empty folder. Several may be given.",
  args: [{ name: "PATH", about: "The environment's folder, default this one" }],
  options: {
    npm: { type: "boolean", about: "Publish the client and the server" },
    image: {
      type: "string",
      value: "NAME",
      about: "Build and push this image, such as registry.example.com/word-env:1",
    },
    space: {
      type: "string",
      value: "OWNER/NAME",
      about: "Upload to this Space; without an owner, one of the token's user",
    },
    private: { type: "boolean", about: "With --space: make it private, where it does not exist" },
    "space-out": { type: "string", value: "DIR", about: "Write the files of a Space into an empty folder" },
    "dry-run": { type: "boolean", about: "With --npm and --space: publish nothing, say what would be" },
    registry: { type: "string", value: "URL", about: "With --npm: another registry than npm's configuration says" },
    provenance: { type: "boolean", about: "With --npm: add provenance, where a CI that npm trusts runs this" },
    "base-image": { type: "string", value: "IMAGE", about: "With --image: what it stands on, default Bun's own image" },
    bun: { type: "string", value: "FILE", about: "Bun's executable, default the one on the PATH" },
    ...engineOptions,
  },
  examples: [
    { command: "openenv push --npm --dry-run", about: "What would be published?" },
    { command: "openenv push --image registry.example.com/team/word-env:1", about: "An image" },
    { command: "openenv push --space word-env --dry-run", about: "What would change in a Space of yours?" },
    { command: "openenv push --space acme/word-env --private", about: "A Space of an organization" },
    { command: "openenv push --space-out space", about: "The files of a Space, for git" },
  ],
  exitCodes: {
    3: "the hub needs another token",
    4: "the hub refuses what is pushed",
    5: "the hub cannot be reached or has no time: try again",
  },
  async run(invocation) {
    const { push } = await import("../push/push.ts");
    return push(invocation);
  },
});

export default command;
