/** Projects of `openenv init` that use the packages of this repository from their sources, without an installation. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runCommand } from "openenv-scripts/run-command.ts";
import { envFor } from "openenv-scripts/runtimes.ts";

export const root: string = join(import.meta.dirname, "../..");
export const templates = ["minimal", "tools", "game", "coding"] as const;

export type Template = (typeof templates)[number];

export interface Ran {
  readonly exitCode: number;
  readonly output: string;
}

/**
 * The command of this repository, in a folder.
 *
 * @param env variables beside those of this process
 */
export function openenv(
  args: readonly string[],
  cwd: string = root,
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const command = [process.execPath, join(root, "packages/cli/src/main.ts"), ...args];
  return runCommand(command, { cwd, env: { ...envFor("bun"), ...env, NO_COLOR: "1" }, quiet: true });
}

/** What `openenv validate` writes of a package, and the original too. */
export interface PackageReport {
  readonly verdict: string;
  readonly source_digest: string;
  readonly results: readonly {
    readonly check_id: string;
    readonly status: string;
    readonly evidence: readonly string[];
  }[];
}

export interface Project extends Disposable {
  readonly folder: string;
}

/** A new project with its code generated. */
export async function makeProject(template: Template): Promise<Project> {
  const home = mkdtempSync(join(tmpdir(), "openenv-project-"));
  const folder = join(home, "word-env");
  const created = await openenv(["init", "word-env", "--template", template, "--yes", "--no-git"], home);
  if (created.exitCode !== 0) throw new Error(created.output);
  const own = { "word-env": join(folder, "client"), "word-env-server": join(folder, "server") };
  const names = ["@openenv/core", "zod", "@jitl/quickjs-singlefile-mjs-release-sync", "quickjs-emscripten-core"];
  const installed = Object.fromEntries(
    names.map((name) => [name, realpathSync(join(root, "test/node_modules", name))]),
  );
  for (const part of ["", "client", "server"]) {
    for (const [name, target] of Object.entries({ ...installed, ...own })) {
      const link = join(folder, part, "node_modules", name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(target, link);
    }
  }
  const generated = await openenv(["generate", folder]);
  if (generated.exitCode !== 0) throw new Error(generated.output);
  return { folder, [Symbol.dispose]: () => rmSync(home, { recursive: true, force: true }) };
}
