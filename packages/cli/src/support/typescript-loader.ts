/**
 * Lets this process import an author's TypeScript. Bun, Deno and Node from 22.18 on do that by themselves.
 */
import process from "node:process";

/** Whether the runtime of this process reads TypeScript. */
export function readsTypeScript(): boolean {
  if (process.versions["bun"] !== undefined || process.versions["deno"] !== undefined) return true;
  return Boolean((process.features as { readonly typescript?: unknown }).typescript);
}

/** Has no exports, and types that are no module: what matters is that it is loaded. */
const LOADER: string = "jiti/register";

export async function enableTypeScript(): Promise<void> {
  if (!readsTypeScript()) await import(LOADER);
}
