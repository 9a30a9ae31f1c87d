/**
 * Loads an environment's `schema.ts`.
 */
import { pathToFileURL } from "node:url";
import type { EnvSchema } from "@openenv/core/schema";
import type { DiagnosticLog } from "../diagnostics/diagnostic.ts";
import { isZodType } from "./zod-internals.ts";

/** The default export of the module, or `undefined` with a diagnostic. */
export async function loadSchemaModule(path: string, log: DiagnosticLog): Promise<EnvSchema | undefined> {
  let module: { readonly default?: unknown };
  try {
    module = (await import(pathToFileURL(path).href)) as typeof module;
  } catch (error) {
    log.report("OE1013", path, error instanceof Error ? error.message : String(error));
    return undefined;
  }
  if (isEnvSchema(module.default)) return module.default;
  log.report("OE1013", path, "The default export is not what `defineSchema` returns.");
  return undefined;
}

function isEnvSchema(value: unknown): value is EnvSchema {
  if (typeof value !== "object" || value === null) return false;
  const { name, action, observation, state, reset } = value as Partial<Record<keyof EnvSchema, unknown>>;
  return typeof name === "string" && [action, observation, state, reset].every(isZodType);
}
