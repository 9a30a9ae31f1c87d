/**
 * Where the four runtimes of this repository are, and the environment each is started with. Tests, `start` and the
 * bench ask here; nothing else looks for a runtime. Must run under Bun, Deno and Node alike.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join, relative, resolve } from "node:path";
import process from "node:process";
import { sourceCondition } from "./source-condition.mjs";

export type RuntimeName = "node20" | "node24" | "bun" | "deno";

export interface Runtime {
  readonly name: RuntimeName;
  readonly path: string;
  readonly version: string;
}

export const runtimeNames: readonly RuntimeName[] = ["node20", "node24", "bun", "deno"];

const platform = `${process.platform}-${process.arch}`;
const extension = process.platform === "win32" ? ".exe" : "";
const denoPackages: Readonly<Record<string, string>> = {
  "linux-x64": "@deno/linux-x64-glibc",
  "linux-arm64": "@deno/linux-arm64-glibc",
};

/** The package of scripts/package.json that holds the binary, the command on the PATH, and the versions that will do. */
const places: Readonly<Record<RuntimeName, { file?: string; command: string; version: RegExp }>> = {
  node20: { file: `node20-${platform}/bin/node`, command: "node", version: /^20\./ },
  node24: { file: `node24-${platform}/bin/node`, command: "node", version: /^24\./ },
  bun: { command: "bun", version: /^1\./ },
  deno: { file: `${denoPackages[platform] ?? `@deno/${platform}`}/deno`, command: "deno", version: /^2\./ },
};

const found = new Map<RuntimeName, Runtime | undefined>();

/** The runtime as pinned by the lockfile, else a fitting one on the PATH, else undefined. */
export function findRuntime(name: RuntimeName): Runtime | undefined {
  if (!found.has(name)) found.set(name, locate(name));
  return found.get(name);
}

/** As {@link findRuntime}, but a missing runtime is an error that names it. */
export function requireRuntime(name: RuntimeName): Runtime {
  const runtime = findRuntime(name);
  if (runtime !== undefined) return runtime;
  throw new Error(
    `${name} is missing: no package of scripts/package.json holds it for ${platform}, and none is on the PATH`,
  );
}

/** The environment to start a runtime with: workspace packages resolve to their sources, on Node 20 to the build. */
export function envFor(name: RuntimeName, env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const result = { ...env };
  for (const [variable, value] of Object.entries(sourceCondition)) {
    const others = (result[variable] ?? "").split(" ").filter((part) => part !== "" && part !== value);
    const parts = name === "node20" ? others : [...others, value];
    if (parts.length > 0) result[variable] = parts.join(" ");
    else delete result[variable];
  }
  return result;
}

/** The command line that runs a TypeScript file of this repository; Node 20 is given what the build made of it. */
export function commandLine(runtime: Runtime, file: string, args: readonly string[] = []): string[] {
  if (runtime.name === "deno") return [runtime.path, "run", "-A", file, ...args];
  return [runtime.path, runtime.name === "node20" ? builtFile(file) : file, ...args];
}

/** `…/src/x.ts` of a package → `…/dist/x.js`, else `test/y/x.ts` → `test/dist/test/y/x.js`; other files as they are. */
function builtFile(file: string): string {
  if (!file.endsWith(".ts")) return file;
  const root = join(import.meta.dirname, "..");
  const built = relative(root, resolve(file)).replace(/\.ts$/, ".js").replaceAll("\\", "/");
  return join(
    root,
    built.includes("/src/") ? built.replace("/src/", "/dist/") : built.replace(/^test\//, "test/dist/test/"),
  );
}

function locate(name: RuntimeName): Runtime | undefined {
  const { file, command, version: wanted } = places[name];
  const own = name === "bun" && process.versions.bun !== undefined ? [process.execPath] : [];
  const pinned = file === undefined ? [] : [join(import.meta.dirname, "node_modules", file + extension)];
  const onPath = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, command + extension));
  for (const path of [...own, ...pinned, ...onPath]) {
    if (!existsSync(path)) continue;
    const version = /\d+\.\d+\.\d+/.exec(spawnSync(path, ["--version"], { encoding: "utf8" }).stdout ?? "")?.[0];
    if (version !== undefined && wanted.test(version)) return { name, path, version };
  }
  return undefined;
}
