/** Measures commands from their start to their end, as built. */
import { envFor } from "openenv-scripts/runtimes.ts";
import { runForTime } from "../child.ts";
import type { BenchOptions } from "../options.ts";
import type { Row } from "../rows.ts";
import type { Sample } from "../sample.ts";

const LIMIT_MS = 30_000;
/** Starting is short and scatters much: each round takes the best of so many. */
const TRIES = 5;

const ARGUMENTS: Readonly<Record<string, readonly string[]>> = { "start-help": ["--help"] };

export async function measureStarts(
  rows: readonly Row[],
  { pairs, quick }: BenchOptions,
  progress: (text: string) => void,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let round = 0; round < pairs; round += 1) {
    progress(`starts, round ${round + 1} of ${pairs}`);
    const best = new Map<Row, number>(rows.map((row) => [row, Number.POSITIVE_INFINITY]));
    for (let count = 0; count < (quick ? 1 : TRIES); count += 1) {
      for (const row of count % 2 === 0 ? rows : rows.toReversed()) {
        // As for Node 20: the packages as they are built, not their sources.
        const env = envFor("node20");
        const command = [...row.command, ...(ARGUMENTS[row.id] ?? [])];
        const startUpMs = await runForTime(command, { env, timeoutMs: LIMIT_MS });
        best.set(row, Math.min(best.get(row) ?? startUpMs, startUpMs));
      }
    }
    for (const [row, startUpMs] of best) samples.push({ row: row.id, load: "start", round, values: { startUpMs } });
  }
  return samples;
}
