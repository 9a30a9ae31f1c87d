/**
 * The README of a Hugging Face Space, whose front matter is its configuration.
 */
import { stringify } from "yaml";

import type { EnvironmentManifest } from "../support/environment-manifest.ts";

export function spaceReadme({ slug, description, port }: EnvironmentManifest): string {
  const configuration = {
    title: slug,
    emoji: "🕹️",
    colorFrom: "blue",
    colorTo: "green",
    sdk: "docker",
    app_port: port,
    pinned: false,
    short_description: description.slice(0, 60),
    tags: ["openenv"],
  };
  return `---\n${stringify(configuration)}---\n\n# ${slug}\n\n${description}\n\nAn OpenEnv environment, made by OpenEnv for TypeScript.\n`;
}
