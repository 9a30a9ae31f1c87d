/** Measures many sessions that each take a step of a second at the same time. */
import { join } from "node:path";
import { runForJson, startServer } from "./child.ts";
import type { HeldResult } from "./generator/held.ts";
import { pinned } from "./machine.ts";
import type { BenchOptions } from "./options.ts";
import { checkedReplyBytes } from "./reply-check.ts";
import { envOf, type Row } from "./rows.ts";
import type { Sample } from "./sample.ts";

/** Stands for the step itself: what no server can be faster than. */
export const STEP_ROW = "the-step";

const HELD_PROGRAM = join(import.meta.dirname, "generator/held.ts");
const LIMIT_MS = 180_000;
const ROUNDS = 2;

export async function measureHeldSessions(
  rows: readonly Row[],
  options: BenchOptions,
  progress: (text: string) => void,
): Promise<Sample[]> {
  const stepMs = options.quick ? 100 : 1000;
  const samples: Sample[] = [];
  // The bare rows do not wait.
  const waiting = rows.filter(({ id }) => !id.startsWith("bare-"));
  for (let round = 0; round < Math.min(ROUNDS, options.pairs); round += 1) {
    progress(`held sessions, round ${round + 1}`);
    samples.push({ row: STEP_ROW, load: "held", round, values: { p99Ms: stepMs } });
    for (const row of waiting) {
      try {
        const { p50Ms, p99Ms } = await measure(row, options, stepMs);
        samples.push({ row: row.id, load: "held", round, values: { p50Ms, p99Ms } });
      } catch (error) {
        // What ours cannot do is a failure of the bench; what the original cannot is a finding.
        if (row.id !== "python") throw error;
        progress(`${row.label} does not hold ${options.heldSessions} sessions: ${String(error)}`);
      }
    }
  }
  return samples;
}

async function measure(row: Row, { heldSessions }: BenchOptions, stepMs: number): Promise<HeldResult> {
  const env = { ...envOf(row), BENCH_STEP_MS: String(stepMs) };
  await using server = await startServer(pinned(row.command, "server"), { env, timeoutMs: LIMIT_MS });
  const replyBytes = await checkedReplyBytes(server.port);
  const flags = [
    "--port",
    String(server.port),
    "--sessions",
    String(heldSessions),
    "--reply-bytes",
    String(replyBytes),
  ];
  const command = pinned([process.execPath, HELD_PROGRAM, ...flags], "generator");
  // Awaited here: the server is ended when this returns.
  return await runForJson<HeldResult>(command, { timeoutMs: LIMIT_MS });
}
