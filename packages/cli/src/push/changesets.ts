/**
 * Settles the versions of an environment's packages by its changesets, where its project keeps any: what waits in
 * `.changeset` becomes versions and changelogs, as `changeset version` does it.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parse } from "yaml";

import { detectPackageManager } from "../support/package-manager.ts";
import { mustRunProgram } from "../support/program.ts";
import { CommandFailure } from "../terminal/failure.ts";

/** What waits to be released. */
export interface PendingChangesets {
  /** The folder that `.changeset` lies in. */
  readonly root: string;
  /** Their names, such as `calm-owls`. */
  readonly names: readonly string[];
  /** The packages that they release. */
  readonly packages: readonly string[];
}

/** Looks in the environment's folder and in those above it; `undefined` where nothing of these packages waits. */
export function pendingChangesets(environment: string, packages: readonly string[]): PendingChangesets | undefined {
  const root = changesetsRoot(environment);
  if (root === undefined) return undefined;
  const folder = join(root, ".changeset");
  const found = readdirSync(folder)
    .filter((file) => file.endsWith(".md") && file !== "README.md")
    .map((file) => ({ name: file.slice(0, -".md".length), releases: releasesOf(join(folder, file)) }));
  if (!found.some(({ releases }) => releases.some((name) => packages.includes(name)))) return undefined;
  return {
    root,
    names: found.map(({ name }) => name).toSorted(),
    packages: [...new Set(found.flatMap(({ releases }) => releases))].toSorted(),
  };
}

/**
 * Runs the `changeset version` that the project has installed.
 *
 * @throws CommandFailure when changesets are not installed, or wait for other packages of a monorepo too: their versions
 * are not this command's to settle
 */
export async function applyChangesets(
  { root, packages }: PendingChangesets,
  own: readonly string[],
  { bun, signal }: { readonly bun: string; readonly signal: AbortSignal },
): Promise<void> {
  const others = packages.filter((name) => !own.includes(name));
  if (others.length > 0)
    throw new CommandFailure(`The changesets in ${root} release other packages too: ${others.join(", ")}.`, {
      next: `Settle the versions first: cd ${root} && ${[...detectPackageManager(root).exec, "changeset", "version"].join(" ")}`,
    });
  const program = changesetProgram(root);
  if (program === undefined)
    throw new CommandFailure(`Changesets wait in ${root}, and @changesets/cli is not installed.`, {
      next: `Install it: cd ${root} && npm install --save-dev @changesets/cli`,
    });
  await mustRunProgram([bun, program, "version"], {
    cwd: root,
    signal,
    failure: "The versions cannot be settled by changeset version",
  });
}

function changesetsRoot(folder: string): string | undefined {
  if (existsSync(join(folder, ".changeset/config.json"))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : changesetsRoot(above);
}

/** The packages that a changeset's front matter names. */
function releasesOf(file: string): readonly string[] {
  const [, frontMatter = ""] = /^---\r?\n([\s\S]*?)\r?\n---/.exec(readFileSync(file, "utf8")) ?? [];
  try {
    return Object.keys((parse(frontMatter) as object | null) ?? {});
  } catch (error) {
    throw new CommandFailure(`${file} is no changeset: ${(error as Error).message}`, {
      next: "Correct its front matter, or remove the file.",
      cause: error,
    });
  }
}

function changesetProgram(root: string): string | undefined {
  try {
    return createRequire(join(root, "package.json")).resolve("@changesets/cli/bin.js");
  } catch {
    return undefined;
  }
}
