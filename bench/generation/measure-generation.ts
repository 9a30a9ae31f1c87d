/** Measures generators: each round starts a process for each of them. */
import { runForJson } from "../child.ts";
import type { BenchOptions } from "../options.ts";
import { envOf, type Row } from "../rows.ts";
import type { Sample } from "../sample.ts";
import type { GenerationResult } from "./run-generation.ts";

const LIMIT_MS = 120_000;

export async function measureGeneration(
  rows: readonly Row[],
  { pairs }: BenchOptions,
  progress: (text: string) => void,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let round = 0; round < pairs; round += 1) {
    progress(`generation, round ${round + 1} of ${pairs}`);
    for (const row of round % 2 === 0 ? rows : rows.toReversed()) {
      const result = await runForJson<GenerationResult>(row.command, { env: envOf(row), timeoutMs: LIMIT_MS });
      const { startUpMs, first, warm } = result;
      const values = {
        startUpMs,
        memoryMs: first.memoryMs,
        totalMs: first.totalMs,
        warmMemoryMs: warm.memoryMs,
        warmTotalMs: warm.totalMs,
      };
      samples.push({ row: row.id, load: "generate", round, values });
    }
  }
  return samples;
}
