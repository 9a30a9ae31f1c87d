/**
 * Copies an environment under a new name.
 */
import { chmodSync, realpathSync, statSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";

import type { Invocation } from "../command/command.ts";
import { findMonorepo, planWorkspaces } from "../init/monorepo.ts";
import { packageNames } from "../init/project-files.ts";
import { checkProjectName, checkScope } from "../init/project-name.ts";
import { installPackages } from "../support/install.ts";
import { checkIsFree, writeNewFolder } from "../support/new-folder.ts";
import { ownCommand } from "../support/own-command.ts";
import { detectPackageManager } from "../support/package-manager.ts";
import { mustRunProgram } from "../support/program.ts";
import { CommandFailure, UsageError } from "../terminal/failure.ts";
import { forkedFiles, renamedPath } from "./forked-files.ts";
import { readSources } from "./source-files.ts";
import { forkSource } from "./source.ts";

interface ForkOptions {
  readonly scope: string | undefined;
  readonly install: boolean;
  readonly generate: boolean;
}

export async function fork(invocation: Invocation<ForkOptions>): Promise<void> {
  const { args, options, terminal, signal, cwd } = invocation;
  const [from = "", to = ""] = args;
  const folder = resolve(cwd, to);
  const names = checkProjectName(basename(folder), "fork");
  const scope = options.scope === undefined ? undefined : checkScope(options.scope, "fork");
  using progress = terminal.progress(`Reading ${from}`);
  await using source = await forkSource(from, { cwd, signal, onProgress: (message) => progress.update(message) });
  if (names.prefix === source.name.names.prefix)
    throw new UsageError(`A fork has a name of its own; "${basename(folder)}" is what the original is called.`, "fork");
  if (!relative(realpathSync(source.folder), folder).startsWith(".."))
    throw new CommandFailure(`${folder} lies within what is copied.`, { next: "Name a folder beside it." });
  checkIsFree(folder);
  const monorepo = findMonorepo(folder);
  const sources = readSources(source.folder);
  const manager = detectPackageManager(folder);
  const target = {
    folder,
    manager: manager.name,
    name: { names, ...packageNames({ name: names, scope }) },
    isMember: monorepo !== undefined,
    isBeside: monorepo !== undefined && findMonorepo(source.folder)?.root === monorepo.root,
  };
  const files = forkedFiles(sources, source, target);
  const workspaces = monorepo === undefined ? undefined : planWorkspaces(monorepo, folder);
  writeNewFolder(folder, files);
  for (const path of sources.keys()) {
    const own = renamedPath(path, source.name, target.name);
    const { mode } = statSync(join(source.folder, path));
    if ((mode & 0o111) !== 0 && files.has(own)) chmodSync(join(folder, own), mode);
  }
  workspaces?.write();
  if (options.install) {
    progress.update(`Installing with ${manager.name}`);
    await installPackages(manager, { what: "The fork", folder, root: monorepo?.root, signal });
  }
  // A schema that is a document is data: reading it runs nothing.
  const generated = options.generate || !files.has("schema.ts");
  if (generated) {
    progress.update("Printing its typed packages");
    await mustRunProgram([...ownCommand(), "generate", folder], {
      cwd: folder,
      signal,
      failure: "The fork is written, but its typed packages cannot be printed",
      next: `Install its packages, then: openenv generate ${folder}`,
    });
  }
  const path = relative(cwd, folder);
  const install = options.install ? [] : [manager.install.join(" ")];
  const next = [
    [`cd ${/\s/.test(path) ? `"${path}"` : path}`, ...install].join(" && "),
    ...(generated ? [] : ["openenv generate"]),
    "openenv serve",
  ];
  progress.done();
  terminal.result({
    source: { name: source.name.names.wire, folder: source.folder },
    folder,
    name: names.wire,
    packages: [target.name.client, target.name.server],
    files: [...files.keys()],
    workspaces: workspaces?.added ?? [],
    generated,
    next,
  });
  terminal.line(`${terminal.green("✓")} ${names.wire}, forked from ${source.name.names.wire}, is in ${folder}`);
  if (monorepo !== undefined) terminal.line(`It is part of the monorepo at ${monorepo.root}.`);
  terminal.line("\nNow:\n");
  for (const command of next) terminal.line(`  ${command}`);
}
