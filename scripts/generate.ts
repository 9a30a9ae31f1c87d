/**
 * `bun run generate [PATH…] [--check]`: generates the packages of environments from their schemas; all of the
 * repository when no path is given. With --check it writes nothing, and fails with a diff when something is stale.
 */
import { readdir } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import process from "node:process";
import {
  apply,
  check,
  diff,
  FolderStorage,
  formatDiagnostics,
  hasErrors,
  isEnvironmentFolder,
  planFolder,
  type Change,
} from "@openenv/codegen";

const root = resolve(import.meta.dirname, "..");
const verbs: Readonly<Record<Change["kind"], string>> = { missing: "added", changed: "updated", extra: "removed" };

const args = process.argv.slice(2);
const unknown = args.filter((arg) => arg.startsWith("-") && arg !== "--check");
if (unknown.length > 0) {
  console.error(`unknown option ${unknown.join(" ")}; usage: bun run generate [PATH…] [--check]`);
  process.exit(2);
}
const paths = args.filter((arg) => !arg.startsWith("-"));
const folders = paths.length > 0 ? paths.map((path) => resolve(path)) : await repositoryEnvironments();

let failed = false;
for (const folder of folders) failed = !(await generate(folder, args.includes("--check"))) || failed;
process.exitCode = failed ? 1 : 0;

/** False when there is something to correct. */
async function generate(folder: string, checking: boolean): Promise<boolean> {
  const name = relative(root, folder);
  const { plan, diagnostics } = await planFolder(folder);
  if (diagnostics.length > 0) console.error(`${name}\n${formatDiagnostics(diagnostics)}`);
  if (plan === undefined || hasErrors(diagnostics)) return false;
  const storage = new FolderStorage(folder);
  if (checking) {
    const { upToDate, text } = await check(plan, storage);
    console.log(upToDate ? `${name}: up to date` : `${name}: stale; run \`bun run generate\`\n${text}`);
    return upToDate;
  }
  const changes = await diff(plan, storage);
  await apply(changes, storage);
  if (changes.length === 0) console.log(`${name}: up to date`);
  for (const { kind, path } of changes) console.log(`${name}/${path}: ${verbs[kind]}`);
  return true;
}

async function repositoryEnvironments(): Promise<string[]> {
  const homes = ["packages/envs", "test/interop/envs"].map((home) => join(root, home));
  const listed = homes.map(async (home) => {
    const names = await readdir(home).catch((): string[] => []);
    return names.toSorted().map((name) => join(home, name));
  });
  const candidates = (await Promise.all(listed)).flat();
  const found = await Promise.all(candidates.map(isEnvironmentFolder));
  return candidates.filter((_, index) => found[index]);
}
