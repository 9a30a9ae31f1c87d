/** Measures what is short and scatters much: each row several times, in alternating order, and takes the best. */
import type { BenchOptions } from "./options.ts";
import type { Row } from "./rows.ts";
import type { Measure, Sample } from "./sample.ts";

const TRIES = 5;

/** What is measured, as its samples have it. */
export interface ShortMeasure {
  readonly load: "import" | "start";
  readonly value: Measure;
  /** Measures a row once, in milliseconds. */
  readonly once: (row: Row) => Promise<number>;
}

export async function measureBest(
  rows: readonly Row[],
  { pairs, quick }: BenchOptions,
  { load, value, once }: ShortMeasure,
  progress: (text: string) => void,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let round = 0; round < pairs; round += 1) {
    progress(`${load}s, round ${round + 1} of ${pairs}`);
    const best = new Map<Row, number>();
    for (let count = 0; count < (quick ? 1 : TRIES); count += 1) {
      for (const row of count % 2 === 0 ? rows : rows.toReversed()) {
        best.set(row, Math.min(best.get(row) ?? Number.POSITIVE_INFINITY, await once(row)));
      }
    }
    for (const [row, ms] of best) samples.push({ row: row.id, load, round, values: { [value]: ms } });
  }
  return samples;
}
