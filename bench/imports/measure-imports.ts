/** Measures what importing costs a program that has just started, from the built packages. */
import { envFor } from "openenv-scripts/runtimes.ts";
import { runForJson } from "../child.ts";
import type { BenchOptions } from "../options.ts";
import type { Row } from "../rows.ts";
import type { Sample } from "../sample.ts";

const LIMIT_MS = 30_000;
/** Starting is short and scatters much: each round takes the best of so many. */
const TRIES = 5;

const modules: Readonly<Record<string, string>> = {
  "import-ws-node": "ws",
  "import-client-node": "@openenv/echo-env",
};

export async function measureImports(
  rows: readonly Row[],
  { pairs, quick }: BenchOptions,
  progress: (text: string) => void,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let round = 0; round < pairs; round += 1) {
    progress(`imports, round ${round + 1} of ${pairs}`);
    const best = new Map<Row, number>(rows.map((row) => [row, Number.POSITIVE_INFINITY]));
    for (let count = 0; count < (quick ? 1 : TRIES); count += 1) {
      for (const row of count % 2 === 0 ? rows : rows.toReversed()) {
        const command = [...row.command, modules[row.id] ?? ""];
        // As for Node 20: the packages as they are built, not their sources.
        const env = envFor("node20");
        const { importMs } = await runForJson<{ importMs: number }>(command, { env, timeoutMs: LIMIT_MS });
        best.set(row, Math.min(best.get(row) ?? importMs, importMs));
      }
    }
    for (const [row, importMs] of best) samples.push({ row: row.id, load: "import", round, values: { importMs } });
  }
  return samples;
}
