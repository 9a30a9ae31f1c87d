/**
 * The report of a running server, as the original writes it (PROTOCOL §8.5).
 */

export interface Criterion {
  readonly id: string;
  readonly description: string;
  readonly passed: boolean;
  readonly required: boolean;
  readonly details?: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
}

export interface ServerReport {
  readonly target: string;
  readonly validation_type: "running_environment";
  readonly standard_version: string;
  readonly standard_profile: string;
  readonly mode: "simulation" | "production" | "unknown";
  /** Of what is required. */
  readonly passed: boolean;
  readonly summary: {
    readonly passed_count: number;
    readonly total_count: number;
    readonly failed_criteria: readonly string[];
    readonly required_passed_count: number;
    readonly required_total_count: number;
  };
  readonly criteria: readonly Criterion[];
}
