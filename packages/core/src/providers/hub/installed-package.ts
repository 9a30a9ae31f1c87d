/**
 * Finds the package that serves an environment, and fetches it when the user has asked for that.
 */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import process from "node:process";

import { ProviderError } from "../../errors/provider-error.ts";
import { mustRun } from "../command.ts";
import { findOnPath } from "../process/runtime-choice.ts";
import { findPackage } from "../process/server-entry.ts";
import { Redactor } from "../redactor.ts";
import type { LaunchContext } from "../running-server.ts";
import { packageCandidates } from "./environment-id.ts";
import type { HubOptions } from "./hub-options.ts";

/**
 * The folder of the package.
 *
 * @throws ProviderError with stage `resolve` and what to do when it is not installed, with stage `install` when it cannot
 *   be had
 */
export async function installedPackage(name: string, options: HubOptions, context: LaunchContext): Promise<string> {
  const { cwd = process.cwd(), install = false } = options;
  const candidates = packageCandidates(name);
  const folders = [cwd, installFolder(options)];
  const found = candidates.flatMap((each) => folders.map((from) => findPackage(each, from))).find((each) => each);
  if (found !== undefined) return found;
  if (!install) {
    throw new ProviderError(
      "resolve",
      `No package ${candidates.join(" or ")} is installed for ${cwd}. Install it (npm install ${candidates[0]}), or say ` +
        `install: true to have it fetched into ${installFolder(options)} and run.`,
    );
  }
  return fetchPackage(candidates, options, context);
}

async function fetchPackage(
  candidates: readonly string[],
  options: HubOptions,
  { signal, progress }: LaunchContext,
): Promise<string> {
  const folder = installFolder(options);
  await mkdir(folder, { recursive: true });
  const manifest = join(folder, "package.json");
  if (!existsSync(manifest)) await writeFile(manifest, JSON.stringify({ private: true }));
  const failures: ProviderError[] = [];
  for (const name of candidates) {
    progress("install", `Installing ${name} into ${folder}`);
    try {
      await mustRun([...installCommand(), name], {
        stage: "install",
        failure: `Cannot install ${name}`,
        redactor: new Redactor([]),
        signal,
        cwd: folder,
      });
      const found = findPackage(name, folder);
      if (found !== undefined) return found;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      failures.push(error);
    }
  }
  throw failures[0] ?? new ProviderError("install", `${candidates[0]} was installed, but is not in ${folder}.`);
}

/** Whichever is at hand. Scripts of packages do not run: nobody has asked for that. */
function installCommand(): string[] {
  if (findOnPath("npm") !== undefined) return ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund"];
  return ["bun", "add", "--ignore-scripts"];
}

function installFolder({ installFolder: chosen }: HubOptions): string {
  return chosen ?? join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "openenv/packages");
}
