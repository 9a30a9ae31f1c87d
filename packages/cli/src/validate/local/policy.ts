/**
 * The severity policies of the original: which checks there are at which level, how bad it is when one fails, and how far
 * an author's own tolerances may go. Data, and the rule that makes a verdict of it.
 */
import type { CheckResult, PackageReport } from "./report.ts";

export type PolicyVersion = "v1" | "v2";

export const bounds = {
  max_oracle_tolerance: 0.1,
  min_floor_margin: 0.1,
  max_variance_tolerance: 0.2,
  max_episode_timeout_s: 3600,
} as const;

/** Checks whose failure is a warning; that of every other one fails the package. */
const WARNINGS: ReadonlySet<string> = new Set([
  "static.image_hygiene",
  "static.layout",
  "runtime.rubric_introspectable",
  "runtime.trajectory_record",
  "runtime.reward_attribution",
  // Ours.
  "project.seed_determinism",
  "project.concurrent_sessions",
]);

/** The checks above the static level that reports name, whether or not somebody has written them. */
export const inventory: readonly { readonly id: string; readonly level: 2 | 3 }[] = [
  ..."startup reward_well_formed rubric_introspectable observation_schema state_contract trajectory_record"
    .concat(" reward_attribution tool_declaration_accuracy task_declaration_accuracy seed_control episode_determinism")
    .concat(" network_policy host_containment resource_bounds episode_isolation oracle_containment")
    .split(" ")
    .map((name) => ({ id: `runtime.${name}`, level: 2 as const })),
  ..."oracle_max floor_gap canary_floor no_solution_leakage verifier_determinism verifier_portability resource_envelope"
    .concat(" replayability")
    .split(" ")
    .map((name) => ({ id: `semantic.${name}`, level: 3 as const })),
];

export function verdictOf(results: readonly CheckResult[]): PackageReport["verdict"] {
  if (results.some(fails)) return "fail";
  return results.every(({ status }) => status === "pass") ? "pass" : "warn";
}

function fails({ check_id, status }: CheckResult): boolean {
  return status === "error" || (status === "fail" && !WARNINGS.has(check_id));
}
