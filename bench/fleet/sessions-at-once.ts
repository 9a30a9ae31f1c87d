/**
 * Many sessions of a fleet at once: each connects, resets and steps once, all begun in the same moment, as the original's
 * scaling report does it. The step waits on the server, so what is measured is everything but the environment.
 */
import { GenericEnvClient } from "@openenv/core";
import type { EnvFleet } from "@openenv/core/fleet";

/** How long one part took for each session that got so far, in milliseconds. */
export interface SessionTimes {
  readonly connect: readonly number[];
  readonly reset: readonly number[];
  readonly step: readonly number[];
  readonly total: readonly number[];
}

export interface SessionsAtOnce {
  readonly times: SessionTimes;
  /** What became of the sessions that did not get through. */
  readonly errors: readonly unknown[];
  /** Sessions that were open at the same time, as the fleet counts them. */
  readonly open: number;
}

/** The environment is `slow` of the interop suites: its action is how long it waits. */
export async function sessionsAtOnce(fleet: EnvFleet, sessions: number, waitMs: number): Promise<SessionsAtOnce> {
  const times = { connect: [] as number[], reset: [] as number[], step: [] as number[], total: [] as number[] };
  let open = 0;
  const run = async (): Promise<void> => {
    const begun = performance.now();
    const env = await fleet.connect(GenericEnvClient);
    try {
      const connected = performance.now();
      times.connect.push(connected - begun);
      await env.reset();
      const wasReset = performance.now();
      times.reset.push(wasReset - connected);
      open = Math.max(open, fleet.capacity().active);
      const { observation } = await env.step({ ms: waitMs });
      if (observation["waited_ms"] !== waitMs) throw new Error(`A wrong answer: ${JSON.stringify(observation)}`);
      const end = performance.now();
      times.step.push(end - wasReset);
      times.total.push(end - begun);
    } finally {
      await env.close();
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: sessions }, run));
  const errors = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : []));
  return { times, errors, open };
}

/** The value below which this part of the figures lies. */
export function quantile(figures: readonly number[], part: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
