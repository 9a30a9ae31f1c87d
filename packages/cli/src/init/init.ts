/**
 * Writes a new project.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { relative } from "node:path";

import type { Invocation } from "../command/command.ts";
import { installPackages } from "../support/install.ts";
import { checkIsFree, writeNewFolder } from "../support/new-folder.ts";
import {
  detectPackageManager,
  packageManager,
  callingManager,
  type PackageManager,
} from "../support/package-manager.ts";
import { runProgram } from "../support/program.ts";
import { version } from "../version.ts";
import { answersOf, type Answers, type InitOptions } from "./answers.ts";
import { findMonorepo, planWorkspaces, type Monorepo } from "./monorepo.ts";
import { projectFiles } from "./project-files.ts";

export async function init(invocation: Invocation<InitOptions>): Promise<void> {
  const { options, terminal, signal, cwd } = invocation;
  const answers = await answersOf(invocation);
  const { folder } = answers;
  checkIsFree(folder);
  const monorepo = findMonorepo(folder);
  const manager = chooseManager(answers, options, monorepo);
  const files = projectFiles(answers, {
    manager: manager.name,
    isMember: monorepo !== undefined,
    python: options.python,
    versions: { core: coreVersion(), cli: version() },
  });
  const workspaces = monorepo === undefined ? undefined : planWorkspaces(monorepo, folder);
  writeNewFolder(folder, files);
  workspaces?.write();
  const git = !options["no-git"] && (await makeRepository(folder, signal));
  if (options.install) {
    using progress = terminal.progress(`Installing with ${manager.name}`);
    await installPackages(manager, { what: "The project", folder, root: monorepo?.root, signal });
    progress.done();
  }
  const next = nextCommands(relative(cwd, folder), manager, options.install);
  terminal.result({
    folder,
    name: answers.name.wire,
    files: [...files.keys()],
    workspaces: workspaces?.added ?? [],
    git,
    next,
  });
  terminal.line(`${terminal.green("✓")} ${answers.name.wire} is in ${folder}`);
  if (monorepo !== undefined) terminal.line(`It is part of the monorepo at ${monorepo.root}.`);
  terminal.line("\nNow:\n");
  for (const command of next) terminal.line(`  ${command}`);
}

function chooseManager({ runtime }: Answers, options: InitOptions, monorepo: Monorepo | undefined): PackageManager {
  const named = options["package-manager"];
  if (named !== undefined) return packageManager(named);
  if (monorepo !== undefined) return detectPackageManager(monorepo.root);
  if (runtime !== "node") return packageManager(runtime);
  const calling = callingManager();
  return packageManager(calling === "bun" || calling === "deno" ? "npm" : calling);
}

/** Without a commit: that is the author's. Not within another repository, and not without git. */
async function makeRepository(folder: string, signal: AbortSignal): Promise<boolean> {
  const inside = await runProgram(["git", "rev-parse", "--is-inside-work-tree"], { cwd: folder, signal });
  if (inside.exitCode === undefined || inside.stdout.trim() === "true") return false;
  return (
    (await runProgram(["git", "init", "--quiet", "--initial-branch=main"], { cwd: folder, signal })).exitCode === 0
  );
}

/** The three commands to type next, or those of them that are left. */
function nextCommands(path: string, { install, run }: PackageManager, installed: boolean): readonly string[] {
  const enter = path === "" ? [] : [`cd ${/\s/.test(path) ? `"${path}"` : path}`];
  const first = [...enter, ...(installed ? [] : [install.join(" ")])].join(" && ");
  return [...(first === "" ? [] : [first]), [...run, "test"].join(" "), [...run, "serve"].join(" ")];
}

function coreVersion(): string {
  const file = createRequire(import.meta.url).resolve("@openenv/core/package.json");
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
