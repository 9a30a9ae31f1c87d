/**
 * Publishes the two packages of an environment to npm: the client first, since the server depends on it.
 */
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { mustRunProgram, runProgram } from "../support/program.ts";
import { CommandFailure } from "../terminal/failure.ts";
import { applyChangesets, pendingChangesets } from "./changesets.ts";

export interface PublishOptions {
  readonly bun: string | undefined;
  readonly dryRun: boolean;
  readonly registry: string | undefined;
  readonly provenance: boolean;
  readonly signal: AbortSignal;
}

export interface Published {
  /** `name@version` of each package that the registry did not have. */
  readonly packages: readonly string[];
  /** The changesets that made these versions, or would. */
  readonly changesets: readonly string[];
}

/**
 * Settles the versions by changesets, where any wait. Packs by Bun, which writes versions for `workspace:` ranges as npm
 * does not, and publishes the tarballs by npm, which knows provenance.
 *
 * @throws CommandFailure when the registry has both versions
 */
export async function publishPackages(environment: string, options: PublishOptions): Promise<Published> {
  const { bun = "bun", dryRun, registry, provenance, signal } = options;
  const homes = ["client", "server"].map((side) => join(environment, side));
  const names = homes.map((home) => checkPackage(home).name);
  const pending = pendingChangesets(environment, names);
  if (pending !== undefined && !dryRun) await applyChangesets(pending, names, { bun, signal });
  const at = registry === undefined ? [] : [`--registry=${registry}`];
  const flags = ["--access=public", ...(dryRun ? ["--dry-run"] : []), ...(provenance ? ["--provenance"] : []), ...at];
  const folder = await mkdtemp(join(tmpdir(), "openenv-push-"));
  try {
    const packed: { readonly id: string; readonly tarball: string }[] = [];
    for (const home of homes) {
      const { name, version } = checkPackage(home);
      const id = `${name}@${version}`;
      if (await isPublished(id, at, { cwd: folder, signal })) continue;
      const tarball = await mustRunProgram([bun, "pm", "pack", "--destination", folder, "--quiet"], {
        cwd: home,
        signal,
        failure: `${id} cannot be packed`,
        next: "Packing needs Bun: npm install --save-dev bun, or give its path with --bun.",
      });
      packed.push({ id, tarball: tarball.trim() });
    }
    const changesets = pending?.names ?? [];
    if (packed.length === 0 && changesets.length === 0)
      throw new CommandFailure(`The registry has these versions of ${names.join(" and ")}.`, {
        next: "Say what changed: npx @changesets/cli add, and openenv push settles the next version. Or raise it in both package.json.",
        code: "NOTHING_NEW",
      });
    for (const { id, tarball } of packed) {
      const failure = `${id} cannot be published`;
      await mustRunProgram(["npm", "publish", tarball, ...flags], {
        cwd: folder,
        signal,
        failure,
        next: "Is somebody logged in? npm login",
      });
    }
    return { packages: packed.map(({ id }) => id), changesets };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function isPublished(
  id: string,
  registry: readonly string[],
  options: { readonly cwd: string; readonly signal: AbortSignal },
): Promise<boolean> {
  const { exitCode, stdout } = await runProgram(["npm", "view", id, "version", ...registry], options);
  return exitCode === 0 && stdout.trim() !== "";
}

function checkPackage(home: string): { readonly name: string; readonly version: string } {
  const file = join(home, "package.json");
  if (!existsSync(file)) throw new CommandFailure(`There is no ${file}.`, { next: "Generate it: openenv generate" });
  const {
    name,
    version,
    private: isPrivate,
  } = JSON.parse(readFileSync(file, "utf8")) as {
    readonly name: string;
    readonly version: string;
    readonly private?: boolean;
  };
  if (isPrivate === true) throw new CommandFailure(`${name} is private.`, { next: `Remove "private" from ${file}.` });
  if (!existsSync(join(home, "dist")))
    throw new CommandFailure(`${name} is not built.`, { next: "Build it first: npm run build", code: "NOT_BUILT" });
  return { name, version };
}
