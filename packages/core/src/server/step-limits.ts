/** What limits the steps of an environment, and who is told of them. */
import type { ServerLog } from "./server-log.ts";
import type { ServerSettings } from "./settings.ts";
import { StepGate } from "./step-gate.ts";

export interface StepLimits {
  /** Longest step, in milliseconds; `null` any. */
  readonly stepTimeoutMs: number | null;
  /** Shared by all sessions of a server. Left out where any number of steps may run at once. */
  readonly gate?: StepGate | undefined;
  /** Longest call of a tool, in milliseconds; `null` any; left out, what the dialect has by itself. */
  readonly toolTimeoutMs?: number | null | undefined;
  readonly log?: ServerLog | undefined;
}

/** Those of all sessions of a server. */
export function stepLimitsOf(
  { stepTimeoutMs, toolTimeoutMs, maxConcurrentSteps }: ServerSettings,
  log: ServerLog,
): StepLimits {
  const gate = Number.isFinite(maxConcurrentSteps) ? new StepGate(maxConcurrentSteps) : undefined;
  return { stepTimeoutMs, toolTimeoutMs, gate, log };
}
