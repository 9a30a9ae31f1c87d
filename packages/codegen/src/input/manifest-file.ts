/**
 * Reads `openenv.yaml` (PROTOCOL §8.1). What it holds beyond the fields below is somebody else's and stays untouched.
 */
import { envNames } from "@openenv/core/schema";
import { parseDocument } from "yaml";
import type { DiagnosticLog } from "../diagnostics/diagnostic.ts";

export interface ManifestFile {
  /** As written: `echo_env`. */
  readonly name: string;
  readonly version: string;
  readonly description: string | undefined;
  readonly port: number | undefined;
  /** `max_concurrent_envs`: sessions at once; −1 is no limit. */
  readonly maxConcurrentEnvs: number | undefined;
  /** `step_timeout_ms`: the longest step, in milliseconds. */
  readonly stepTimeoutMs?: number | undefined;
  /** Where the environment runs unless its server is told otherwise. Default `inline`. */
  readonly execution?: "inline" | "worker" | undefined;
  /** Whether a Python client package is made too. Default `false`. */
  readonly python?: boolean | undefined;
}

const DEFAULT_VERSION = "0.1.0";

/** `undefined`, with a diagnostic, when the file is no manifest. */
export function parseManifest(text: string, source: string, log: DiagnosticLog): ManifestFile | undefined {
  const document = parseDocument(text, { prettyErrors: true });
  const [error] = document.errors;
  if (error !== undefined) return fail(log, source, error.message);
  const root: unknown = document.toJS();
  if (typeof root !== "object" || root === null || Array.isArray(root))
    return fail(log, source, "It is not a mapping.");
  const fields = root as Readonly<Record<string, unknown>>;
  const { name, version, description } = fields;
  if (typeof name !== "string" || !isEnvName(name)) {
    return fail(log, `${source}#/name`, `${JSON.stringify(name)} is not a name such as "echo_env".`);
  }
  return {
    name,
    version: typeof version === "string" || typeof version === "number" ? String(version) : DEFAULT_VERSION,
    description: typeof description === "string" ? description.trim() : undefined,
    port: integer(fields, "port", [0, 65_535], source, log),
    maxConcurrentEnvs: integer(fields, "max_concurrent_envs", [-1, Number.MAX_SAFE_INTEGER], source, log),
    stepTimeoutMs: integer(fields, "step_timeout_ms", [1, Number.MAX_SAFE_INTEGER], source, log),
    execution: execution(fields, source, log),
    python: flag(fields, "python", source, log),
  };
}

function fail(log: DiagnosticLog, source: string, message: string): undefined {
  log.report("OE1014", source, message);
}

export function isEnvName(name: string): boolean {
  try {
    envNames(name);
    return true;
  } catch {
    return false;
  }
}

function flag(
  fields: Readonly<Record<string, unknown>>,
  key: string,
  source: string,
  log: DiagnosticLog,
): boolean | undefined {
  const value = fields[key];
  if (value === undefined || value === null || typeof value === "boolean") return value ?? undefined;
  log.report("OE1014", `${source}#/${key}`, `${JSON.stringify(value)} is not true or false.`);
  return undefined;
}

function execution(
  { execution: value }: Readonly<Record<string, unknown>>,
  source: string,
  log: DiagnosticLog,
): "inline" | "worker" | undefined {
  if (value === undefined || value === null) return undefined;
  if (value === "inline" || value === "worker") return value;
  log.report("OE1014", `${source}#/execution`, `${JSON.stringify(value)} is neither "inline" nor "worker".`);
  return undefined;
}

function integer(
  fields: Readonly<Record<string, unknown>>,
  key: string,
  [least, most]: readonly [number, number],
  source: string,
  log: DiagnosticLog,
): number | undefined {
  const value = fields[key];
  if (value === undefined || value === null) return undefined;
  if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) return Number(value);
  log.report("OE1014", `${source}#/${key}`, `${JSON.stringify(value)} is not an integer from ${least} to ${most}.`);
  return undefined;
}
