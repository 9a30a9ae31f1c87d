/**
 * Reads what a command needs of `openenv.yaml`.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { envNames, type EnvNames } from "@openenv/core/schema";
import { parse } from "yaml";

import { CommandFailure } from "../terminal/failure.ts";

export interface EnvironmentManifest extends EnvNames {
  readonly version: string;
  readonly description: string;
  readonly port: number;
}

/** @throws CommandFailure for a folder that is no environment's */
export async function readEnvironmentManifest(folder: string): Promise<EnvironmentManifest> {
  const file = join(folder, "openenv.yaml");
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new CommandFailure(`${folder} is no environment: it has no openenv.yaml.`, {
      next: "Name the folder of one, or start one: openenv init my-env",
      code: "NO_ENVIRONMENT",
      cause: error,
    });
  });
  try {
    const fields = parse(text) as Readonly<Record<string, unknown>>;
    const { version = "0.1.0", description = "", port = 8000, name } = fields;
    return {
      ...envNames(String(name)),
      version: String(version),
      description: String(description),
      port: Number(port),
    };
  } catch (error) {
    throw new CommandFailure(`${file} cannot be used: ${(error as Error).message}`, {
      next: "Correct it: openenv validate --level static names what it must have.",
      code: "BAD_MANIFEST",
      cause: error,
    });
  }
}
