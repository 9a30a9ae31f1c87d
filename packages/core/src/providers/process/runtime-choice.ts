/**
 * Which of Bun, Node and Deno runs a server's file, and where it is.
 */
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, extname, join } from "node:path";
import process from "node:process";

import { ProviderError } from "../../errors/provider-error.ts";

export type ProcessRuntime = "bun" | "node" | "deno";

export interface RuntimeWish {
  /** Default: the one this process runs on, or another that can read the file. */
  readonly runtime?: ProcessRuntime | undefined;
  /** The runtime's executable. Default: this process's own, else the first on the PATH. */
  readonly runtimePath?: string | undefined;
  /** Options of the runtime, such as `--max-old-space-size=512`. Deno gets `-A` where none are given. */
  readonly runtimeArgs?: readonly string[] | undefined;
}

const ALL: readonly ProcessRuntime[] = ["bun", "node", "deno"];

/** The command line that runs the file. @throws ProviderError with stage `setup` when no runtime for it is there */
export function runtimeCommand(file: string, wish: RuntimeWish): string[] {
  const { runtimePath, runtimeArgs } = wish;
  const runtime = wish.runtime ?? nameOf(runtimePath) ?? detect(file);
  const path = runtimePath ?? find(runtime);
  if (path === undefined) {
    throw new ProviderError(
      "setup",
      `"${runtime}" is not on the PATH, so ${file} cannot be run with it. Install it, or give runtimePath.`,
    );
  }
  if (runtime === "deno") return [path, "run", ...(runtimeArgs ?? ["-A"]), file];
  return [path, ...(runtimeArgs ?? []), file];
}

/** The runtime that runs this process. */
export function currentRuntime(): ProcessRuntime {
  return process.versions["bun"] !== undefined ? "bun" : process.versions["deno"] !== undefined ? "deno" : "node";
}

function nameOf(path: string | undefined): ProcessRuntime | undefined {
  return ALL.find((name) => path !== undefined && new RegExp(`(?:^|[/\\\\])${name}[^/\\\\]*$`).test(path));
}

function detect(file: string): ProcessRuntime {
  const current = currentRuntime();
  const found = [current, ...ALL].find((name) => canRead(name, file) && find(name) !== undefined);
  if (found !== undefined) return found;
  throw new ProviderError(
    "setup",
    `${file} is TypeScript, which Node reads from 22.18 on; this is Node ${process.versions.node}, and neither bun nor ` +
      `deno is on the PATH. Install one of them, or run a built file.`,
  );
}

/** Of another Node on the PATH nothing is known, so it is not chosen for TypeScript. */
function canRead(runtime: ProcessRuntime, file: string): boolean {
  if (runtime !== "node" || !/^\.[mc]?tsx?$/.test(extname(file))) return true;
  const [major = 0, minor = 0] = currentRuntime() === "node" ? process.versions.node.split(".").map(Number) : [];
  return major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
}

function find(runtime: ProcessRuntime): string | undefined {
  return runtime === currentRuntime() ? process.execPath : findOnPath(runtime);
}

/** The first executable of a name on the PATH. */
export function findOnPath(command: string, path: string = process.env["PATH"] ?? ""): string | undefined {
  const extensions = process.platform === "win32" ? [".exe", ".cmd", ""] : [""];
  for (const folder of path.split(delimiter)) {
    for (const extension of extensions) {
      const file = join(folder === "" ? "." : folder, command + extension);
      if (isExecutable(file)) return file;
    }
  }
  return undefined;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
