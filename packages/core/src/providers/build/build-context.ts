/**
 * Writes what `docker build` needs and nothing else: no network, no symbolic links, no development dependencies.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, posix, relative, sep } from "node:path";

import { InvalidArgumentError } from "../../errors/local-errors.ts";
import { ProviderError } from "../../errors/provider-error.ts";
import { manifestField } from "../manifest-field.ts";
import { checkOptionNames } from "../option-check.ts";
import { serverEntry, toPath } from "../process/server-entry.ts";
import type { WaitOptions } from "../provider.ts";
import { TimeLimit } from "../time-limit.ts";
import { dockerfile } from "./dockerfile.ts";
import { copyPackageTree } from "./package-tree.ts";
import { bundleServer } from "./server-bundle.ts";

/** Options of {@link writeBuildContext}. */
export interface BuildContextOptions extends WaitOptions {
  /** The environment's folder, with its `openenv.yaml`. */
  readonly environment: string;
  /** The folder to write to: absent or empty. */
  readonly out: string;
  /** Bun's executable, which bundles. Default: this process's own, else the first on the PATH. */
  readonly bun?: string | undefined;
}

/** Not `node_modules`: validators and Docker's own ignore files leave out whatever is called that. */
const MODULES = "modules";

interface ServerManifest {
  readonly bin?: string | Readonly<Record<string, string>>;
  readonly openenv?: { readonly bundle?: boolean };
}

/** What was written. */
export interface BuildContext {
  readonly folder: string;
  /** All files, `/`-separated and sorted. */
  readonly files: readonly string[];
}

/**
 * Writes `server.js`, `openenv.yaml`, `Dockerfile`, and `validation/` where there is one. A server whose `package.json` says `"openenv": { "bundle": false }`
 * is written as `server/` and `modules/` instead, from its build; the Dockerfile makes a `node_modules` of the latter.
 *
 * @throws InvalidArgumentError for a folder that is no environment's or an `out` that is not empty, ProviderError with
 *   stage `build`
 */
export async function writeBuildContext(options: BuildContextOptions): Promise<BuildContext> {
  checkOptionNames("writeBuildContext", options, ["environment", "out", "bun", "signal", "timeoutMs"]);
  const environment = toPath(options.environment);
  const out = toPath(options.out);
  const file = dockerfileOf(environment);
  const existed = existsSync(out);
  if (existed && !statSync(out).isDirectory()) throw new InvalidArgumentError("out", `${out} is no folder.`);
  if (existed && readdirSync(out).length > 0)
    throw new InvalidArgumentError("out", `${out} is not empty, and nothing in it is overwritten.`);
  const limit = new TimeLimit("build context", options, 120_000);
  try {
    await mkdir(out, { recursive: true });
    const entry = serverEntry(environment);
    const { home, isBundle } = serverPackage(entry);
    if (isBundle) await bundleServer(entry, join(out, "server.js"), { bun: options.bun, signal: limit.signal });
    else await copyPackageTree(builtPackage(home, entry), join(out, "server"), join(out, MODULES));
    await writeFile(join(out, "openenv.yaml"), await readFile(join(environment, "openenv.yaml")));
    // What validators play with the server.
    const validation = join(environment, "validation");
    if (existsSync(validation)) await cp(validation, join(out, "validation"), { recursive: true, dereference: true });
    await writeFile(join(out, "Dockerfile"), file);
  } catch (error) {
    await removeWritten(out, existed);
    throw error;
  } finally {
    limit.release();
  }
  return { folder: out, files: filesOf(out) };
}

/** Half a context is none: the folder is as it was, absent or empty. */
async function removeWritten(out: string, existed: boolean): Promise<void> {
  const written = existed ? readdirSync(out).map((name) => join(out, name)) : [out];
  await Promise.all(written.map((path) => rm(path, { recursive: true, force: true })));
}

/** The Dockerfile of an environment's folder. @throws InvalidArgumentError for a folder that is no environment's */
export function dockerfileOf(environment: string): string {
  const folder = toPath(environment);
  const name = manifestField(folder, "name");
  if (name === undefined) throw new InvalidArgumentError("environment", `${folder} has no openenv.yaml with a name.`);
  const { isBundle, bin } = serverPackage(serverEntry(folder));
  const port = Number(manifestField(folder, "port") ?? 8000);
  if (isBundle) return dockerfile({ name, port, entry: "server.js" });
  return dockerfile({ name, port, entry: posix.join("server", bin), modules: MODULES });
}

/** The package of a file that serves. */
function serverPackage(entry: string): { readonly home: string; readonly isBundle: boolean; readonly bin: string } {
  const home = packageOf(entry);
  const file = join(home, "package.json");
  const manifest = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as ServerManifest) : {};
  const { bin = relative(home, entry), openenv } = manifest;
  const [command = ""] = typeof bin === "string" ? [bin] : Object.values(bin);
  return { home, isBundle: openenv?.bundle !== false, bin: command };
}

function builtPackage(home: string, entry: string): string {
  if (/\.[mc]?js$/.test(entry)) return home;
  throw new ProviderError(
    "build",
    `${entry} is not built. A server that is no bundle is copied from its build: run its script "build" first.`,
  );
}

function packageOf(file: string): string {
  const folder = dirname(file);
  return existsSync(join(folder, "package.json")) || folder === file ? folder : packageOf(folder);
}

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .toSorted();
}
