/**
 * The whole way from an input to a plan, with what there is to say about it.
 */
import { resolve } from "node:path";
import { DiagnosticLog, hasErrors, type Diagnostic } from "./diagnostics/diagnostic.ts";
import { publishedSchemas } from "./emit/json-schema-file.ts";
import { readEnvironmentFolder } from "./input/environment-folder.ts";
import { isPackage, readClientVersion, readPackageNames } from "./input/package-names.ts";
import { documentEnvironment, readSchemaDocument } from "./input/schema-document-source.ts";
import type { JsonObject } from "./json/json.ts";
import { planEnvironment, type PlanOptions } from "./plan-environment.ts";
import { planSchema } from "./plan-schema.ts";
import type { Plan } from "./plan/plan.ts";
import { readEnvironment, type EnvironmentSource } from "./read/read-environment.ts";
import { readSchema } from "./read/read-schema.ts";

export interface Planned {
  /** `undefined` when there are errors: nothing is generated from a schema that is not understood. */
  readonly plan: Plan | undefined;
  /** The schemas that the environment publishes; `undefined` when there is no plan, or no environment. */
  readonly published: JsonObject | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export type GenerateOptions = Omit<PlanOptions, "origin">;

/** Plans the packages of an environment's folder, which is the root of the plan. Reads the folder, writes nothing. */
export async function planFolder(folder: string, options: GenerateOptions = {}): Promise<Planned> {
  const log = new DiagnosticLog();
  const source = await readEnvironmentFolder(resolve(folder), log);
  if (source === undefined) return nothing(log);
  const packages = { ...(await readPackageNames(folder)), ...options.packages };
  // An environment that is no package itself, such as a fixture of tests, is served by whoever uses it.
  const dockerfile = options.dockerfile ?? (await isPackage(folder));
  const version = options.version ?? (await readClientVersion(folder));
  return planSource(source, { ...options, packages, dockerfile, version }, log);
}

/**
 * Plans the packages of an environment from a schema document.
 *
 * @param location a file with `action`, `observation` and perhaps `state`, or the address of a running server
 * @param name what the environment is to be called: `my_env`
 */
export async function planDocument(location: string, name: string, options: GenerateOptions = {}): Promise<Planned> {
  const log = new DiagnosticLog();
  const document = await readSchemaDocument(location, log);
  const source = document && documentEnvironment(document, { name }, log);
  return source === undefined ? nothing(log) : planSource(source, options, log);
}

/** Plans one module `schema.ts` with the type and the validator `Root` of a single JSON Schema. */
export async function planSchemaModule(
  location: string,
  options: Pick<GenerateOptions, "command"> = {},
): Promise<Planned> {
  const log = new DiagnosticLog();
  const document = await readSchemaDocument(location, log);
  if (document === undefined) return nothing(log);
  const { content, origin } = document;
  const ir = readSchema(content, origin, log);
  const diagnostics = log.list();
  if (hasErrors(diagnostics)) return nothing(log);
  const command = options.command ?? `bun run generate --from ${origin} --emit schema`;
  return { plan: planSchema(ir, content, origin, command), published: undefined, diagnostics };
}

/** Plans the packages of an environment whose schemas are at hand. */
export function planSource(
  source: EnvironmentSource,
  options: GenerateOptions = {},
  log: DiagnosticLog = new DiagnosticLog(),
): Planned {
  const env = readEnvironment(source, log);
  if (hasErrors(log.list())) return nothing(log);
  const published = publishedSchemas(env);
  const plan = planEnvironment(env, published, { python: source.python, ...options, origin: source.origin }, log);
  return { plan, published, diagnostics: log.list() };
}

function nothing(log: DiagnosticLog): Planned {
  return { plan: undefined, published: undefined, diagnostics: log.list() };
}
