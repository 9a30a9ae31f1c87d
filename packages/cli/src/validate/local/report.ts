/**
 * The report of a package, as the original writes it (PROTOCOL §8.6).
 */
import type { NormalizedManifest } from "./package-manifest.ts";

export type LevelName = "static" | "runtime" | "semantic";

export const levels: Readonly<Record<LevelName, 1 | 2 | 3>> = { static: 1, runtime: 2, semantic: 3 };

export type CheckStatus = "pass" | "fail" | "skip" | "error";

export interface CheckResult {
  /** `static.…`, `runtime.…` and `semantic.…` are the original's, `project.…` ours. */
  readonly check_id: string;
  readonly status: CheckStatus;
  readonly measured: Readonly<Record<string, unknown>>;
  readonly evidence: readonly string[];
  readonly remediation: string | null;
  readonly duration_s: number;
}

export interface PackageReport {
  readonly report_schema_version: "1" | "2";
  readonly target: string;
  readonly source_digest: string;
  readonly signature: "openenv.yaml";
  readonly manifest: NormalizedManifest | null;
  readonly policy_version: "v1" | "v2";
  readonly lane: "local";
  readonly levels_run: readonly number[];
  readonly results: readonly CheckResult[];
  readonly verdict: "pass" | "warn" | "fail";
}

/** What a check has to say beside its id. */
export type Outcome = Partial<Omit<CheckResult, "check_id" | "duration_s" | "status">> & Pick<CheckResult, "status">;

/** Runs a check and takes its time. One that throws has crashed: that is an error of its own. */
export async function runCheck(check_id: string, check: () => Outcome | Promise<Outcome>): Promise<CheckResult> {
  const started = performance.now();
  let outcome: Outcome;
  try {
    outcome = await check();
  } catch (error) {
    outcome = { status: "error", evidence: [(error as Error).message] };
  }
  return {
    check_id,
    measured: {},
    evidence: [],
    remediation: null,
    ...outcome,
    duration_s: (performance.now() - started) / 1000,
  };
}
