/** Plans for {@link TcpProxy} from a seed. */
import { seededRandom } from "../runtimes/harness/random.ts";
import type { ConnectionPlan, Fault, FaultPlan } from "./tcp-proxy.ts";

export interface RandomFaultsOptions {
  /** The same seed gives the same faults at the same offsets of the same connections. */
  readonly seed: number;
  /** Offsets lie from 0 up to this. */
  readonly withinBytes: number;
  /** Faults of each direction. A fault that ends the direction is the last one. */
  readonly perDirection: number;
  /** Which faults there are; one that stands twice is twice as likely. */
  readonly kinds: readonly Fault["kind"][];
  /** Longest delay, in milliseconds. */
  readonly delayMs: number;
}

export function randomFaults(options: RandomFaultsOptions): FaultPlan {
  return (connection) => {
    const random = seededRandom(options.seed * 1_000_003 + connection);
    return { up: direction(random, options), down: direction(random, options) } satisfies ConnectionPlan;
  };
}

function direction(random: () => number, options: RandomFaultsOptions): Fault[] {
  const { withinBytes, perDirection, kinds, delayMs } = options;
  const below = (limit: number): number => Math.floor(random() * limit);
  const offsets = Array.from({ length: perDirection }, () => below(withinBytes)).toSorted(
    (left, right) => left - right,
  );
  return offsets.flatMap((afterBytes): Fault[] => {
    const kind = kinds[below(kinds.length)];
    if (kind === undefined) return [];
    return kind === "delay" ? [{ kind, afterBytes, ms: 1 + below(delayMs) }] : [{ kind, afterBytes }];
  });
}
