/**
 * `bun run generate [PATH…] [--check [--url URL]] [--watch] [--json] [--out DIR]`: generates the packages of
 * environments from their schemas; of all environments of the repository when no path is given.
 *
 * `bun run generate --from FILE|URL --name my-env --out DIR [--python]`: the same from a schema document or a running
 * server, for Python too where it is asked for; in a folder, the manifest says so.
 * `bun run generate --from FILE --emit schema --out DIR`: one module `schema.ts` for any JSON Schema.
 */
import { spawn } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { isEnvironmentFolder, runGenerate, watchEnvironments } from "@openenv/codegen";

const root = resolve(import.meta.dirname, "..");
/** Where environments are, beside their tests. */
const homes = ["packages/envs", "test/interop/envs"];

const { values, positionals } = readArguments();
const folders = positionals.length > 0 ? positionals.map((path) => resolve(path)) : await repositoryEnvironments();
if (values.watch) watchEnvironments(folders, (folder) => void regenerate(folder));

process.exitCode = await runGenerate(
  {
    folders,
    check: values.check,
    url: values.url,
    from: values.from,
    name: values.name,
    python: values.python,
    emit: values.emit === "schema" ? "schema" : "packages",
    out: values.out,
    workspace: root,
    command: commandOf(),
    json: values.json,
  },
  { out: (text) => process.stdout.write(text), error: (text) => process.stderr.write(text) },
);

/** What the header of generated files says: the very command, but for paths of this machine. */
function commandOf(): string | undefined {
  if (values.from === undefined) return undefined;
  const from = /^https?:/.test(values.from) ? values.from : relative(process.cwd(), resolve(values.from));
  const options =
    values.emit === "schema" ? "--emit schema" : `--name ${values.name}${values.python ? " --python" : ""}`;
  return `bun run generate --from ${from} ${options}`;
}

/** A new process, because this one has the old schema loaded, and all that it imports. */
function regenerate(folder: string): Promise<void> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [import.meta.filename, folder], { stdio: "inherit" });
    child.on("close", () => done());
  });
}

async function repositoryEnvironments(): Promise<string[]> {
  const listed = homes.map(async (home) => {
    const names = await readdir(join(root, home)).catch((): string[] => []);
    return names.toSorted().map((name) => join(root, home, name));
  });
  const candidates = (await Promise.all(listed)).flat();
  const found = await Promise.all(candidates.map(isEnvironmentFolder));
  return candidates.filter((_, index) => found[index]);
}

function readArguments() {
  try {
    const parsed = parseArgs({
      options: {
        check: { type: "boolean", default: false },
        emit: { type: "string", default: "packages" },
        from: { type: "string" },
        json: { type: "boolean", default: false },
        name: { type: "string" },
        out: { type: "string" },
        python: { type: "boolean", default: false },
        url: { type: "string" },
        watch: { type: "boolean", default: false },
      },
      allowPositionals: true,
    });
    const { emit, from, name, url, check, watch } = parsed.values;
    if (emit !== "packages" && emit !== "schema") throw new TypeError("--emit is packages or schema");
    if (from !== undefined && emit === "packages" && name === undefined) throw new TypeError("--from needs --name");
    if (url !== undefined && !check) throw new TypeError("--url needs --check");
    if (watch && (check || from !== undefined)) throw new TypeError("--watch goes with paths only");
    return parsed;
  } catch (error) {
    console.error(`${(error as Error).message}; scripts/generate.ts tells what there is`);
    process.exit(2);
  }
}
