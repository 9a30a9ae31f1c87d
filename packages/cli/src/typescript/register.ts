/**
 * `@openenv/cli/typescript`: lets Node 20 import an author's TypeScript, as `node --import @openenv/cli/typescript`. Does
 * nothing where the runtime reads TypeScript by itself, as Bun, Deno and Node from 22.18 on do.
 */
import { register } from "node:module";
import process from "node:process";

/** Whether the runtime of this process reads TypeScript. */
export function readsTypeScript(): boolean {
  if (process.versions["bun"] !== undefined || process.versions["deno"] !== undefined) return true;
  return Boolean((process.features as { readonly typescript?: unknown }).typescript);
}

if (!readsTypeScript()) register("./hooks.js", import.meta.url);
