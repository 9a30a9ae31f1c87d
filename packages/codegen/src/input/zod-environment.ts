/**
 * From what `defineSchema` returns to the form that all inputs are brought to.
 */
import type { EnvSchema } from "@openenv/core/schema";
import type { DiagnosticLog } from "../diagnostics/diagnostic.ts";
import type { JsonObject } from "../json/json.ts";
import type { EnvironmentSource } from "../read/read-environment.ts";
import type { ManifestFile } from "./manifest-file.ts";
import { zodToJsonSchema } from "./zod-schema.ts";

/** @param origin what diagnostics and headers call the file: `schema.ts` */
export function zodEnvironment(
  schema: EnvSchema,
  manifest: ManifestFile,
  origin: string,
  log: DiagnosticLog,
): EnvironmentSource {
  const { name, version, port, maxConcurrentEnvs, stepTimeoutMs, execution } = manifest;
  const description = schema.description === "" ? (manifest.description ?? "") : schema.description;
  const part = (key: "action" | "observation" | "state" | "reset"): JsonObject =>
    zodToJsonSchema(schema[key], `${origin} ${key} `, log);
  return {
    name,
    version,
    description,
    port,
    maxConcurrentEnvs,
    stepTimeoutMs,
    execution,
    origin,
    action: part("action"),
    observation: part("observation"),
    state: part("state"),
    reset: part("reset"),
    tools: schema.tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      input: zodToJsonSchema(tool.input, `${origin} tools.${tool.name}.input `, log),
      output: tool.output && zodToJsonSchema(tool.output, `${origin} tools.${tool.name}.output `, log),
    })),
    toolsOnly: schema.toolsOnly,
    python: manifest.python,
    order: "declared",
    published: false,
  };
}
