/**
 * Loads an environment's `schema.ts`.
 */
import process from "node:process";
import { pathToFileURL } from "node:url";
import type { EnvSchema } from "@openenv/core/schema";
import type { DiagnosticLog } from "../diagnostics/diagnostic.ts";
import { isZodType } from "./zod-internals.ts";

interface SchemaModule {
  readonly default?: unknown;
}

/** The default export of the module, or `undefined` with a diagnostic. */
export async function loadSchemaModule(path: string, log: DiagnosticLog): Promise<EnvSchema | undefined> {
  let module: SchemaModule;
  try {
    module = await importTypeScript(path);
  } catch (error) {
    log.report("OE1013", path, error instanceof Error ? error.message : String(error));
    return undefined;
  }
  if (isEnvSchema(module.default)) return module.default;
  log.report("OE1013", path, "The default export is not what `defineSchema` returns.");
  return undefined;
}

/** What Node says when it cannot read TypeScript (before 22.18), or not what it would have to compile, such as an `enum`. */
const NOT_READ: ReadonlySet<unknown> = new Set(["ERR_UNKNOWN_FILE_EXTENSION", "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX"]);

async function importTypeScript(path: string): Promise<SchemaModule> {
  try {
    return (await import(pathToFileURL(path).href)) as SchemaModule;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && NOT_READ.has(error.code))) throw error;
    return importCompiled(path, error);
  }
}

/** By jiti, which compiles as it loads. It is optional, since Bun, Deno and newer Nodes do without. */
async function importCompiled(path: string, reason: Error): Promise<SchemaModule> {
  const { createJiti } = await import("jiti").catch(() => {
    const remedy = "Install the optional package `jiti`, or generate with Bun, Deno or Node 22.18 and later.";
    throw new Error(`Node ${process.versions.node} cannot read it: ${reason.message}. ${remedy}`);
  });
  // Nothing is written: reading a schema leaves no trace, `--check` least of all.
  return createJiti(import.meta.url, { fsCache: false, interopDefault: false }).import<SchemaModule>(path);
}

function isEnvSchema(value: unknown): value is EnvSchema {
  if (typeof value !== "object" || value === null) return false;
  const { name, action, observation, state, reset } = value as Partial<Record<keyof EnvSchema, unknown>>;
  return typeof name === "string" && [action, observation, state, reset].every(isZodType);
}
