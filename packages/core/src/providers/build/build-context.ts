/**
 * Writes what `docker build` needs and nothing else: no network, no symbolic links, no development dependencies.
 */
import { existsSync, readdirSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";

import { InvalidArgumentError } from "../../errors/local-errors.ts";
import { ProviderError } from "../../errors/provider-error.ts";
import { hasManifest, manifestField } from "../manifest-field.ts";
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

/** What was written. */
export interface BuildContext {
  readonly folder: string;
  /** All files, `/`-separated and sorted. */
  readonly files: readonly string[];
}

/**
 * Writes `server.js`, `openenv.yaml` and `Dockerfile`. A server whose `package.json` says `"openenv": { "bundle": false }`
 * is written as `server/` with its `node_modules` instead, from its build.
 *
 * @throws InvalidArgumentError for a folder that is no environment's or an `out` that is not empty, ProviderError with
 *   stage `build`
 */
export async function writeBuildContext(options: BuildContextOptions): Promise<BuildContext> {
  checkOptionNames("writeBuildContext", options, ["environment", "out", "bun", "signal", "timeoutMs"]);
  const environment = toPath(options.environment);
  const out = toPath(options.out);
  const name = manifestField(environment, "name");
  if (!hasManifest(environment) || name === undefined)
    throw new InvalidArgumentError("environment", `${environment} has no openenv.yaml with a name.`);
  if (existsSync(out) && readdirSync(out).length > 0)
    throw new InvalidArgumentError("out", `${out} is not empty, and nothing in it is overwritten.`);
  const limit = new TimeLimit("build context", options, 120_000);
  try {
    await mkdir(out, { recursive: true });
    const entry = await writeServer(environment, out, { bun: options.bun, signal: limit.signal });
    const port = Number(manifestField(environment, "port") ?? 8000);
    await writeFile(join(out, "openenv.yaml"), await readFile(join(environment, "openenv.yaml")));
    await writeFile(join(out, "Dockerfile"), dockerfile({ name, port, entry }));
  } finally {
    limit.release();
  }
  return { folder: out, files: filesOf(out) };
}

async function writeServer(
  environment: string,
  out: string,
  options: { readonly bun: string | undefined; readonly signal: AbortSignal },
): Promise<string> {
  const entry = serverEntry(environment);
  const home = packageOf(entry);
  const manifest = JSON.parse(await readFile(join(home, "package.json"), "utf8")) as { openenv?: { bundle?: boolean } };
  if (manifest.openenv?.bundle !== false) {
    await bundleServer(entry, join(out, "server.js"), options);
    return "server.js";
  }
  if (!/\.[mc]?js$/.test(entry))
    throw new ProviderError("build", `${entry} is not built. A server that is no bundle is copied from its build.`);
  await copyPackageTree(home, join(out, "server"));
  return `server/${relative(home, entry).split(sep).join("/")}`;
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
