/** What was measured, and what is made of it: medians, and ratios of what was measured side by side. No I/O. */

/** One measurement. */
export interface Sample {
  readonly row: string;
  /** A load's name, `idle`, `sequential`, `import`, `start` or `generate`. */
  readonly load: string;
  /** The round it belongs to: samples of one round were taken one after the other. */
  readonly round: number;
  readonly values: Readonly<Partial<Record<Measure, number>>>;
}

export type Measure =
  | "stepsPerSecond"
  | "cpuMicrosecondsPerStep"
  | "p50Ms"
  | "p99Ms"
  | "serverBusy"
  | "generatorBusy"
  | "bytesPerSession"
  | "importMs"
  | "memoryMs"
  | "totalMs"
  | "warmMemoryMs"
  | "warmTotalMs"
  | "startUpMs";

/** A median with the smallest and the largest of the values. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** `undefined` when there are no values. */
export function spread(values: readonly number[]): Spread | undefined {
  const sorted = values.toSorted((left, right) => left - right);
  const [min] = sorted;
  const max = sorted.at(-1);
  if (min === undefined || max === undefined) return undefined;
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? max;
  const median = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? min) + upper) / 2;
  return { median, min, max };
}

/** The values of one row under one load. */
export function valuesOf(samples: readonly Sample[], row: string, load: string, measure: Measure): number[] {
  return samples.flatMap((sample) => {
    const value = sample.row === row && sample.load === load ? sample.values[measure] : undefined;
    return value === undefined ? [] : [value];
  });
}

/** For each round that has both rows: `row` over `control`. */
export function pairRatios(
  samples: readonly Sample[],
  row: string,
  control: string,
  measure: Measure,
  loads: readonly string[],
): number[] {
  const rounds = [...new Set(samples.map((sample) => sample.round))];
  return rounds.flatMap((round) => {
    const own = samples.filter((sample) => sample.round === round);
    const best = (id: string): number => Math.max(...loads.flatMap((load) => valuesOf(own, id, load, measure)));
    const ratio = best(row) / best(control);
    return Number.isFinite(ratio) ? [ratio] : [];
  });
}
