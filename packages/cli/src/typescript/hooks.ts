/**
 * Module hooks for a Node that does not read TypeScript: types are blanked out as newer Nodes do, so that lines and
 * columns stay. Runs in a thread of Node's own.
 */
import { readFile } from "node:fs/promises";
import type { LoadHook } from "node:module";
import { fileURLToPath } from "node:url";
import { transformSync } from "@swc/wasm-typescript";

/** What the transformer throws: no Error. */
interface Complaint {
  readonly message?: string;
  readonly startLine?: number;
  readonly startColumn?: number;
}

/** Called by Node for every module. */
export const load: LoadHook = async (url, context, next) => {
  if (!url.startsWith("file:") || !/\.m?ts$/.test(url) || url.includes("/node_modules/")) return next(url, context);
  const path = fileURLToPath(url);
  const text = await readFile(path, "utf8");
  return { format: "module", source: strip(text, path), shortCircuit: true };
};

function strip(text: string, path: string): string {
  try {
    return transformSync(text, { mode: "strip-only", module: true }).code;
  } catch (error) {
    const { message = String(error), startLine = 1, startColumn = 0 } = error as Complaint;
    throw new SyntaxError(`${path}:${startLine}:${startColumn + 1}: ${message}`, { cause: error });
  }
}
