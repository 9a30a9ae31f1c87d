/** Measures clients that step one after the other, all against the same bare server. */
import { runForJson, startServer } from "./child.ts";
import type { SequenceResult } from "./clients/sequence.ts";
import { pinned } from "./machine.ts";
import type { BenchOptions } from "./options.ts";
import { envOf, type Row } from "./rows.ts";
import type { Sample } from "./sample.ts";

export async function measureClientSequences(
  rows: readonly Row[],
  serverRow: Row,
  options: BenchOptions,
  progress: (text: string) => void,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  const lifeMs = options.pairs * rows.length * 40_000;
  await using server = await startServer(pinned(serverRow.command, "server"), {
    env: envOf(serverRow),
    timeoutMs: lifeMs,
  });
  const args = [`http://127.0.0.1:${server.port}`, String(options.warmUpMs), String(options.measureMs)];
  const timeoutMs = options.warmUpMs + options.measureMs + 20_000;
  for (let round = 0; round < options.pairs; round += 1) {
    progress(`clients, round ${round + 1} of ${options.pairs}`);
    for (const row of round % 2 === 0 ? rows : rows.toReversed()) {
      const command = pinned([...row.command, ...args], "generator");
      samples.push(toSample(row, round, await runForJson<SequenceResult>(command, { env: envOf(row), timeoutMs })));
    }
  }
  return samples;
}

function toSample(row: Row, round: number, { steps, elapsedMs, p50Ms, p99Ms, clientCpuMs }: SequenceResult): Sample {
  const values = {
    stepsPerSecond: (steps * 1000) / elapsedMs,
    cpuMicrosecondsPerStep: (clientCpuMs * 1000) / steps,
    p50Ms,
    p99Ms,
  };
  return { row: row.id, load: "sequential", round, values };
}
