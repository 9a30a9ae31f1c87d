/**
 * From what a user names (a file, a folder, an installed package) to the file that serves the environment. Reads
 * `package.json` files and runs nothing.
 */
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

import { ProviderError } from "../../errors/provider-error.ts";

interface PackageManifest {
  readonly name?: string;
  readonly bin?: string | Readonly<Record<string, string>>;
}

/** Whether a source is written as a path: `./env`, `/srv/env`, `C:\env`, `file:///srv/env`. Anything else is a package. */
export function isPath(source: string): boolean {
  return /^(?:\.{1,2}(?:[/\\]|$)|file:)/.test(source) || isAbsolute(source) || /^[a-z]:[/\\]/i.test(source);
}

/** A path or `file:` URL as an absolute path. */
export function toPath(source: string, cwd: string = process.cwd()): string {
  return source.startsWith("file:") ? fileURLToPath(source) : resolve(cwd, source);
}

/**
 * The file to run.
 *
 * @param cwd where relative paths and the search for `node_modules` begin
 * @throws ProviderError with stage `resolve`, saying what was looked for and what to do
 */
export function serverEntry(source: string, cwd: string = process.cwd()): string {
  if (!isPath(source)) return entryOfPackage(packageFolder(source, cwd));
  const path = toPath(source, cwd);
  if (!existsSync(path)) throw unresolved(`There is no ${path}.`);
  return statSync(path).isDirectory() ? entryOfFolder(path) : path;
}

/** The folder of an installed package, or `undefined`: `node_modules` of the folder and of those above it. */
export function findPackage(name: string, from: string): string | undefined {
  const folder = join(from, "node_modules", name);
  if (existsSync(join(folder, "package.json"))) return realpathSync(folder);
  const above = dirname(from);
  return above === from ? undefined : findPackage(name, above);
}

function packageFolder(name: string, from: string): string {
  const folder = findPackage(name, from);
  if (folder !== undefined) return folder;
  throw unresolved(
    `The package ${name} is not installed: no node_modules of ${from} or above has it. Install it (npm install ${name}), ` +
      `or write a path with a leading "./".`,
  );
}

/** The package's command: the only one, or the one that bears the package's name. */
function entryOfPackage(folder: string): string {
  const { name = folder, bin } = readManifest(folder);
  const commands = typeof bin === "string" ? { [name]: bin } : (bin ?? {});
  const own = name.replace(/^@[^/]*\//, "");
  const names = Object.keys(commands);
  const command = names.length === 1 ? names[0] : names.find((each) => each === own || each === name);
  const file = command === undefined ? undefined : commands[command];
  if (file === undefined) throw unresolved(`The package.json of ${name} has no "bin" that serves an environment.`);
  const candidates = [join(folder, file), sourceTwin(join(folder, file))];
  const found = candidates.find((candidate) => existsSync(candidate));
  if (found === undefined)
    throw unresolved(
      `${candidates[0]}, the "bin" of ${name}, is not there. Build it first: its project's script "build".`,
    );
  return found;
}

/** An environment's folder has the package that serves it in `server`. */
function entryOfFolder(folder: string): string {
  const { bin } = existsSync(join(folder, "package.json")) ? readManifest(folder) : {};
  if (bin !== undefined) return entryOfPackage(folder);
  const server = join(folder, "server");
  if (existsSync(join(server, "package.json"))) return entryOfFolder(server);
  const files = ["server/src/main.ts", "server/dist/main.js", "src/main.ts", "dist/main.js", "main.ts", "main.js"];
  const found = files.map((file) => join(folder, file)).find((file) => existsSync(file));
  if (found !== undefined) return found;
  if (existsSync(join(folder, "pyproject.toml")))
    throw unresolved(`${folder} is a Python environment. Start it with UVProvider, or with fromEnv().`);
  throw unresolved(
    `${folder} has no package.json with a "bin", no server folder and no main file. Name the folder of an environment.`,
  );
}

/** A workspace that is not built yet has `src/main.ts` where `dist/main.js` will be. */
function sourceTwin(file: string): string {
  return file.replace(/([/\\])dist([/\\])(?!.*[/\\]dist[/\\])/, "$1src$2").replace(/\.js$/, ".ts");
}

function readManifest(folder: string): PackageManifest {
  const file = join(folder, "package.json");
  try {
    return JSON.parse(readFileSync(file, "utf8")) as PackageManifest;
  } catch (error) {
    throw unresolved(`${file} cannot be read: ${(error as Error).message}`, error);
  }
}

function unresolved(message: string, cause?: unknown): ProviderError {
  return new ProviderError("resolve", message, { cause });
}
