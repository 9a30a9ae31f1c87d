/** Short ways to plans, for tests. */
import { join } from "node:path";
import { defineSchema, type EnvSchema, type SchemaInput } from "@openenv/core/schema";
import { DiagnosticLog, type Diagnostic } from "../../src/diagnostics/diagnostic.ts";
import { planSource, type GenerateOptions } from "../../src/generate.ts";
import type { ManifestFile } from "../../src/input/manifest-file.ts";
import { zodEnvironment } from "../../src/input/zod-environment.ts";
import type { EnvironmentIr } from "../../src/ir/environment.ts";
import type { Json } from "../../src/json/json.ts";
import { planSchema } from "../../src/plan-schema.ts";
import type { Plan } from "../../src/plan/plan.ts";
import { readEnvironment } from "../../src/read/read-environment.ts";
import { readSchema } from "../../src/read/read-schema.ts";

/** The schema of an environment of the interop kit. Its modules are of another project of TypeScript. */
export async function interopSchema(name: string): Promise<EnvSchema> {
  const path = join(import.meta.dirname, "../../../../test/interop/envs", name, "schema.ts");
  return ((await import(path)) as { default: EnvSchema }).default;
}

export function manifestOf(schema: EnvSchema): ManifestFile {
  return { name: schema.name, version: "1.2.3", description: undefined, port: undefined, maxConcurrentEnvs: undefined };
}

export function readTwin(schema: EnvSchema): EnvironmentIr {
  const log = new DiagnosticLog();
  return readEnvironment(zodEnvironment(schema, manifestOf(schema), "schema.ts", log), log);
}

/** The plan of a zod environment. */
export function planZod(schema: EnvSchema, options: GenerateOptions = {}): Plan {
  const log = new DiagnosticLog();
  const source = zodEnvironment(schema, manifestOf(schema), "schema.ts", log);
  const { plan, diagnostics } = planSource(source, options, log);
  if (plan === undefined) throw new Error(JSON.stringify(diagnostics, undefined, 2));
  return plan;
}

/** What is said about an environment that is `echo_env` but for the given parts. */
export function diagnosticsOf(parts: Partial<SchemaInput>, options: GenerateOptions = {}): readonly Diagnostic[] {
  const log = new DiagnosticLog();
  const schema = defineSchema({ name: "echo_env", action: {}, observation: {}, ...parts });
  return planSource(zodEnvironment(schema, manifestOf(schema), "schema.ts", log), options, log).diagnostics;
}

/** The module of a single JSON Schema. */
export function moduleOf(schema: Json, origin = "test.schema.json"): { text: string; diagnostics: Diagnostic[] } {
  const log = new DiagnosticLog();
  const plan = planSchema(readSchema(schema, origin, log), schema, origin, "test");
  return { text: plan.files[0]?.content ?? "", diagnostics: log.list() };
}

/** The text of a planned file. */
export function textOf(plan: Plan, path: string): string {
  const file = plan.files.find((planned) => planned.path === path);
  if (file === undefined) throw new Error(`${path} is not planned`);
  return file.content;
}
