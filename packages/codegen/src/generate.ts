/**
 * The whole way, for the folder of an environment: read it, plan its packages, and tell what there is to say.
 */
import { resolve } from "node:path";
import { DiagnosticLog, hasErrors, type Diagnostic } from "./diagnostics/diagnostic.ts";
import { readEnvironmentFolder } from "./input/environment-folder.ts";
import { readPackageNames } from "./input/package-names.ts";
import { planEnvironment, type PlanOptions } from "./plan-environment.ts";
import type { Plan } from "./plan/plan.ts";
import { readEnvironment, type EnvironmentSource } from "./read/read-environment.ts";

export interface Planned {
  /** `undefined` when there are errors: nothing is generated from a schema that is not understood. */
  readonly plan: Plan | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Plans the packages of an environment's folder, which is the root of the plan. Reads the folder, writes nothing. */
export async function planFolder(folder: string, options: Omit<PlanOptions, "origin"> = {}): Promise<Planned> {
  const log = new DiagnosticLog();
  const source = await readEnvironmentFolder(resolve(folder), log);
  if (source === undefined) return { plan: undefined, diagnostics: log.list() };
  const packages = { ...(await readPackageNames(folder)), ...options.packages };
  return planSource(source, { ...options, packages }, log);
}

/** Plans the packages of an environment whose schemas are at hand. */
export function planSource(
  source: EnvironmentSource,
  options: Omit<PlanOptions, "origin"> = {},
  log: DiagnosticLog = new DiagnosticLog(),
): Planned {
  const env = readEnvironment(source, log);
  const diagnostics = log.list();
  if (hasErrors(diagnostics)) return { plan: undefined, diagnostics };
  return { plan: planEnvironment(env, { ...options, origin: source.origin }), diagnostics };
}
