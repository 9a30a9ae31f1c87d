/**
 * The command line of a sandbox worker that is a process: this runtime again, with as few rights as it can be given.
 * Guest code has no way to the worker's own JavaScript; what is here would stand in its way if it had.
 */
import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, sep } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { workerFile } from "./worker-file.ts";

export type RuntimeName = "node" | "bun" | "deno";

/** The runtime this server runs on. */
export const runtimeName: RuntimeName =
  process.versions["deno"] !== undefined ? "deno" : process.versions.bun !== undefined ? "bun" : "node";

const STACK_KB = 3900;

/** @param wheels files that the worker reads when it starts */
export function processCommand(wheels: readonly string[]): readonly string[] {
  const file = fileURLToPath(workerFile("process-main"));
  if (runtimeName === "bun") return [process.execPath, "--no-env-file", "--no-install", file];
  const readable = [...codeFolders(file), ...wheels.map((wheel) => realpathSync(wheel))];
  if (runtimeName === "deno") {
    const allowed = readable.map((path) => path.replaceAll(",", ",,")).join(",");
    return [
      process.execPath,
      "run",
      "--quiet",
      "--no-prompt",
      "--no-remote",
      "--no-lock",
      "--node-modules-dir=manual",
      `--v8-flags=--stack-size=${STACK_KB}`,
      `--allow-read=${allowed}`,
      file,
    ];
  }
  return [
    process.execPath,
    "--no-warnings",
    `--stack-size=${STACK_KB}`,
    Number(process.versions.node.split(".")[0]) >= 24 ? "--permission" : "--experimental-permission",
    ...readable.map((path) => `--allow-fs-read=${path}/*`),
    file,
  ];
}

/**
 * The folders with the worker's program and its interpreters, as they really are and by the names they go by. A package
 * is found through the `node_modules` beside whoever asks, so it is those folders that must be readable.
 */
function codeFolders(file: string): readonly string[] {
  const home = dirname(dirname(dirname(file)));
  const quickjs = entryOf("quickjs-emscripten-core", import.meta.url);
  const entries = [
    entryOf("pyodide", import.meta.url),
    quickjs,
    entryOf("@jitl/quickjs-wasmfile-release-sync", import.meta.url),
    entryOf("@jitl/quickjs-ffi-types", quickjs),
  ];
  const all = [home, ...entries.map(modulesFolder)];
  return [...new Set(all.flatMap((folder) => [folder, realpathSync(folder)]))];
}

function entryOf(name: string, from: string): string {
  return createRequire(from).resolve(name);
}

function modulesFolder(entry: string): string {
  const name = "node_modules";
  return entry.slice(0, entry.lastIndexOf(`${sep}${name}${sep}`) + 1) + name;
}
