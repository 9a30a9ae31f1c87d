/**
 * Publishes the two packages of an environment to npm: the client first, since the server depends on it.
 */
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { mustRunProgram } from "../support/program.ts";
import { CommandFailure } from "../terminal/failure.ts";

export interface PublishOptions {
  readonly bun: string | undefined;
  readonly dryRun: boolean;
  readonly registry: string | undefined;
  readonly provenance: boolean;
  readonly signal: AbortSignal;
}

/**
 * Packs by Bun, which writes versions for `workspace:` ranges as npm does not, and publishes the tarballs by npm, which
 * knows provenance.
 *
 * @returns `name@version` of each
 */
export async function publishPackages(environment: string, options: PublishOptions): Promise<readonly string[]> {
  const { bun = "bun", dryRun, registry, provenance, signal } = options;
  const folder = await mkdtemp(join(tmpdir(), "openenv-push-"));
  try {
    const packed: { readonly id: string; readonly tarball: string }[] = [];
    for (const side of ["client", "server"]) {
      const home = join(environment, side);
      const id = checkPackage(home);
      const tarball = await mustRunProgram([bun, "pm", "pack", "--destination", folder, "--quiet"], {
        cwd: home,
        signal,
        failure: `${id} cannot be packed`,
        next: "Packing needs Bun: npm install --save-dev bun, or give its path with --bun.",
      });
      packed.push({ id, tarball: tarball.trim() });
    }
    const flags = [
      "--access=public",
      ...(dryRun ? ["--dry-run"] : []),
      ...(provenance ? ["--provenance"] : []),
      ...(registry === undefined ? [] : [`--registry=${registry}`]),
    ];
    for (const { id, tarball } of packed) {
      const failure = `${id} cannot be published`;
      const next = "Is somebody logged in (npm login), and is the version new?";
      await mustRunProgram(["npm", "publish", tarball, ...flags], { cwd: folder, signal, failure, next });
    }
    return packed.map(({ id }) => id);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Gives its `name@version`. */
function checkPackage(home: string): string {
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
  return `${name}@${version}`;
}
