/**
 * `check:packages`: what npm would give to a user. Packs every published package as `bun publish` would, lets publint
 * and attw read the tarballs, lets Deno rehearse publishing to JSR, then installs them into an empty project, compiles that with `skipLibCheck` off and
 * without Node's types, and imports every entry on every runtime.
 */
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeJsrWorkspace } from "./jsr-workspace.ts";
import { packAll, type PackedPackage } from "./packages.ts";
import { runCommand } from "./run-command.ts";
import { commandLine, envFor, findRuntime, runtimeNames } from "./runtimes.ts";

/** What the client of an environment may weigh, in bytes: it holds types, validators and schemas, and core the rest. */
const MOST_BYTES_OF_CLIENT = 30_000;

const root = join(import.meta.dirname, "..");
const work = mkdtempSync(join(tmpdir(), "openenv-packages-"));
const consumer = join(work, "consumer");
// Nothing here may see the sources: a user has the build.
const env = envFor("node20");
const failures: string[] = [];
let passed = 0;

try {
  await check("build", tool("turbo", "run", "build"), root);
  const packages = await packAll(work);
  for (const { name, tarball } of packages) {
    await check(`publint ${name}`, tool("publint", "run", tarball, "--strict"));
    await check(`attw ${name}`, tool("attw", tarball, "--profile", "esm-only", "--format", "ascii"));
  }
  for (const { name, folder, tarball } of packages) if (folder.endsWith("/client")) weigh(name, tarball);
  await checkByDeno();
  writeConsumer(packages);
  await check("install the tarballs", [process.execPath, "install", "--silent"], consumer);
  const compilers = {
    "TypeScript 7": "../node_modules/typescript",
    "TypeScript 6": "node_modules/typescript6",
    "TypeScript 5": "node_modules/typescript5",
  };
  for (const [version, folder] of Object.entries(compilers)) {
    const tsc = join(import.meta.dirname, folder, "bin/tsc");
    await check(`a strict consumer compiles, ${version}`, [process.execPath, tsc, "-p", "."], consumer);
  }
  for (const name of runtimeNames) {
    const runtime = findRuntime(name);
    if (runtime === undefined) failures.push(`${name} is not on the machine`);
    else await check(`every entry loads on ${name}`, commandLine(runtime, "load.mjs"), consumer);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
for (const failure of failures) console.log(`failed: ${failure}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exit(failures.length > 0 ? 1 : 0);

/** Runs a command; its output is shown only when it fails. */
async function check(what: string, command: readonly string[], cwd: string = work, variables = env): Promise<void> {
  const { exitCode, output } = await runCommand(command, { cwd, env: variables, quiet: true });
  if (exitCode === 0) passed += 1;
  else failures.push(what);
  console.log(exitCode === 0 ? `ok      ${what}` : `FAILED  ${what}\n${output}`);
}

/** What JSR would say of the sources, without asking it, and whether the API reference can be written. */
async function checkByDeno(): Promise<void> {
  await check("jsr.json is what package.json says", [process.execPath, join(import.meta.dirname, "jsr.ts"), "--check"]);
  const deno = findRuntime("deno");
  if (deno === undefined) return;
  const workspace = join(work, "jsr");
  writeJsrWorkspace(workspace);
  const dryRun = [deno.path, "publish", "--dry-run", "--allow-dirty"];
  await check("deno publish --dry-run", dryRun, workspace, envFor("deno"));
  const reference = [process.execPath, join(import.meta.dirname, "api-reference.ts"), join(work, "api")];
  await check("docs:api", reference);
}

function weigh(name: string, tarball: string): void {
  const { size } = statSync(tarball);
  const isLight = size <= MOST_BYTES_OF_CLIENT;
  if (isLight) passed += 1;
  else failures.push(`${name} weighs ${size} bytes, more than ${MOST_BYTES_OF_CLIENT}`);
  console.log(`${isLight ? "ok    " : "FAILED"}  ${name} weighs ${(size / 1000).toFixed(1)} KB`);
}

/** A tool of this workspace, from whatever folder it has to run in. */
function tool(name: string, ...args: readonly string[]): string[] {
  const home = name === "turbo" ? root : import.meta.dirname;
  return [process.execPath, "--bun", join(home, "node_modules/.bin", name), ...args];
}

/** The entries of a package that are modules. */
function entriesOf({ manifest }: PackedPackage): string[] {
  return Object.keys((manifest["exports"] as object | undefined) ?? {}).filter((entry) => entry !== "./package.json");
}

/** An empty project with nothing but the packages and zod. The overrides make the packages take each other's tarball. */
function writeConsumer(packages: readonly PackedPackage[]): void {
  const tarballs = Object.fromEntries(packages.map(({ name, tarball }) => [name, `file:${tarball}`]));
  const imports = packages.flatMap((each) => entriesOf(each).map((entry) => each.name + entry.slice(1)));
  const files = {
    "package.json": {
      private: true,
      type: "module",
      dependencies: { ...tarballs, zod: "^4.6.0" },
      overrides: tarballs,
    },
    "tsconfig.json": {
      compilerOptions: {
        target: "es2022",
        lib: ["ES2022", "DOM"],
        types: [],
        module: "nodenext",
        strict: true,
        skipLibCheck: false,
        noEmit: true,
      },
      files: ["use.ts"],
    },
    "use.ts": imports
      .map((entry, index) => `import * as entry${index} from "${entry}";\nvoid entry${index};\n`)
      .join(""),
    "load.mjs": imports.map((entry) => `await import("${entry}");\n`).join(""),
  };
  mkdirSync(consumer);
  for (const [file, content] of Object.entries(files)) {
    writeFileSync(join(consumer, file), typeof content === "string" ? content : JSON.stringify(content));
  }
}
