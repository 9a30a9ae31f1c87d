/**
 * What `generate` does, whoever offers it: the root script of this repository, or the command line tool. Says what it
 * did through the given output, and returns the exit code.
 */
import { relative, resolve } from "node:path";
import process from "node:process";
import { formatDiagnostics, hasErrors, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { compareWithServer } from "../drift.ts";
import { planDocument, planFolder, planSchemaModule, type Planned } from "../generate.ts";
import { readClientVersion, readPackageNames } from "../input/package-names.ts";
import { apply } from "../plan/apply.ts";
import { check } from "../plan/check.ts";
import { diff, type Change } from "../plan/diff.ts";
import { FolderStorage } from "../plan/folder-storage.ts";

export interface GenerateCommand {
  /** Folders of environments; ignored when `from` is given. */
  readonly folders: readonly string[];
  /** Compare only, write nothing. */
  readonly check: boolean;
  /** With `check`: the address of a server to compare the schemas with, instead of the files. */
  readonly url?: string | undefined;
  /** A schema document or the address of a server to generate from. */
  readonly from?: string | undefined;
  /** The name of the environment that `from` describes. */
  readonly name?: string | undefined;
  /** With `from`: makes a Python client package too. */
  readonly python?: boolean | undefined;
  /** `packages`, or `schema` for one module of a single JSON Schema. Default `packages`. */
  readonly emit?: "packages" | "schema" | undefined;
  /** Where what `from` gives is written; for folders, where their packages are. Default: the folder itself. */
  readonly out?: string | undefined;
  /** The root of the workspace that packages below it belong to. Default: none. */
  readonly workspace?: string | undefined;
  /** What regenerates the files, for their header. */
  readonly command?: string | undefined;
  /** Report as JSON. */
  readonly json: boolean;
}

export interface Output {
  out(text: string): void;
  error(text: string): void;
}

/** What came of one environment. */
interface Outcome {
  readonly path: string;
  readonly changes: readonly Pick<Change, "kind" | "path">[];
  readonly diagnostics: readonly Diagnostic[];
  readonly text: string;
  readonly ok: boolean;
}

const VERBS: Readonly<Record<Change["kind"], string>> = { missing: "added", changed: "updated", extra: "removed" };

/** @returns 0, or 1 when there are errors or, with `check`, differences */
export async function runGenerate(command: GenerateCommand, output: Output): Promise<0 | 1> {
  const outcomes: Outcome[] = [];
  for (const { target, planned } of await planAll(command)) {
    const outcome = await carryOut(command, target, planned);
    outcomes.push(outcome);
    if (!command.json) report(command, outcome, output);
  }
  if (command.json) {
    const environments = outcomes.map(({ path, changes, diagnostics, ok }) => ({ path, ok, changes, diagnostics }));
    output.out(`${JSON.stringify({ ok: outcomes.every(({ ok }) => ok), environments }, undefined, 2)}\n`);
  }
  return outcomes.every(({ ok }) => ok) ? 0 : 1;
}

interface Target {
  readonly target: string;
  readonly planned: Planned;
}

async function planAll(options: GenerateCommand): Promise<Target[]> {
  const { folders, from, name, emit, out, command, workspace, python } = options;
  if (from !== undefined) {
    const target = resolve(out ?? ".");
    if (emit === "schema") return [{ target, planned: await planSchemaModule(from, { command }) }];
    const packages = await readPackageNames(target);
    const home = homeIn(workspace, target);
    const version = await readClientVersion(target);
    return [{ target, planned: await planDocument(from, name ?? "", { command, packages, home, python, version }) }];
  }
  const targets: Target[] = [];
  for (const folder of folders) {
    const target = resolve(out ?? folder);
    const version = await readClientVersion(target);
    targets.push({ target, planned: await planFolder(folder, { command, home: homeIn(workspace, target), version }) });
  }
  return targets;
}

/** Where a folder lies in the workspace, if it lies there. */
function homeIn(workspace: string | undefined, folder: string): string | undefined {
  if (workspace === undefined) return undefined;
  const home = relative(workspace, folder).replaceAll("\\", "/");
  return home === "" || home.startsWith("..") ? undefined : home;
}

async function carryOut(command: GenerateCommand, target: string, planned: Planned): Promise<Outcome> {
  const { plan, published, diagnostics } = planned;
  const path = relative(process.cwd(), target) || ".";
  if (plan === undefined) return { path, changes: [], diagnostics, text: "", ok: false };
  if (command.check && command.url !== undefined && published !== undefined) {
    const drift = await compareWithServer(published, command.url);
    const all = [...diagnostics, ...drift.diagnostics];
    return { path, changes: [], diagnostics: all, text: drift.text, ok: drift.text === "" && !hasErrors(all) };
  }
  const storage = new FolderStorage(target);
  if (command.check) {
    const { changes, text, upToDate } = await check(plan, storage);
    return { path, changes: changes.map(brief), diagnostics, text, ok: upToDate };
  }
  const changes = await diff(plan, storage);
  await apply(changes, storage);
  return { path, changes: changes.map(brief), diagnostics, text: "", ok: true };
}

function brief({ kind, path }: Change): Pick<Change, "kind" | "path"> {
  return { kind, path };
}

function report(command: GenerateCommand, { path, changes, diagnostics, text, ok }: Outcome, output: Output): void {
  if (diagnostics.length > 0) output.error(`${path}\n${formatDiagnostics(diagnostics)}`);
  if (hasErrors(diagnostics)) return;
  if (command.check && !ok) {
    const why =
      command.url === undefined ? "stale; generate it anew" : `the server at ${command.url} has other schemas`;
    output.out(`${path}: ${why}\n${text}`);
  } else if (changes.length === 0) {
    output.out(`${path}: up to date\n`);
  } else {
    for (const change of changes) output.out(`${path}/${change.path}: ${VERBS[change.kind]}\n`);
  }
}
