/** Measures blocking clients, ours in turns with a bare worker and Python's beside them, against the same bare server. */
import { runForJson, startServer } from "../child.ts";
import { pinned } from "../machine.ts";
import type { BenchOptions } from "../options.ts";
import { envOf, type Row } from "../rows.ts";
import type { Sample } from "../sample.ts";
import type { BlockingResult, PairResult } from "./pair.ts";

/** @param rows those of ours give the samples of their controls too */
export async function measureBlockingSequences(
  rows: readonly Row[],
  serverRow: Row,
  options: BenchOptions,
  progress: (text: string) => void,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  const programs = rows.filter(({ id }) => !rows.some(({ control }) => control === id));
  const lifeMs = options.pairs * programs.length * 60_000;
  await using server = await startServer(pinned(serverRow.command, "server"), {
    env: envOf(serverRow),
    timeoutMs: lifeMs,
  });
  const args = [`http://127.0.0.1:${server.port}`, String(options.warmUpMs), String(options.measureMs)];
  const timeoutMs = 2 * (options.warmUpMs + options.measureMs) + 40_000;
  for (let round = 0; round < options.pairs; round += 1) {
    progress(`blocking clients, round ${round + 1} of ${options.pairs}`);
    for (const row of round % 2 === 0 ? programs : programs.toReversed()) {
      const command = pinned([...row.command, ...args], "generator");
      const result = await runForJson<BlockingResult | PairResult>(command, { env: envOf(row), timeoutMs });
      if ("steps" in result) samples.push(toSample(row.id, round, result));
      else samples.push(toSample(row.id, round, result.ours), toSample(row.control ?? "", round, result.raw));
    }
  }
  return samples;
}

function toSample(row: string, round: number, { steps, elapsedMs, p50Ms, p99Ms }: BlockingResult): Sample {
  return { row, load: "sequential", round, values: { stepsPerSecond: (steps * 1000) / elapsedMs, p50Ms, p99Ms } };
}
