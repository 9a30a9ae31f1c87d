/** Measures what an idle session costs a server in memory. Each measurement has a server process of its own. */
import { join } from "node:path";
import { runForJson, startServer } from "./child.ts";
import type { IdleResult } from "./generator/idle.ts";
import { pinned } from "./machine.ts";
import type { BenchOptions } from "./options.ts";
import { checkedReplyBytes } from "./reply-check.ts";
import { envOf, type Row } from "./rows.ts";
import type { Sample } from "./sample.ts";

const IDLE_PROGRAM = join(import.meta.dirname, "generator/idle.ts");
const LIMIT_MS = 60_000;
/** A Python session may hold a thread: this many are enough. */
const MOST_PYTHON_SESSIONS = 200;

export async function measureIdleSessions(
  rows: readonly Row[],
  options: BenchOptions,
  progress: (text: string) => void,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let round = 0; round < options.pairs; round += 1) {
    progress(`memory, round ${round + 1} of ${options.pairs}`);
    for (const row of round % 2 === 0 ? rows : rows.toReversed()) {
      const bytesPerSession = await measure(row, options);
      if (bytesPerSession !== undefined)
        samples.push({ row: row.id, load: "idle", round, values: { bytesPerSession } });
    }
  }
  return samples;
}

async function measure(row: Row, options: BenchOptions): Promise<number | undefined> {
  await using server = await startServer(pinned(row.command, "server"), { env: envOf(row), timeoutMs: LIMIT_MS });
  const flags: Readonly<Record<string, number>> = {
    port: server.port,
    sessions: row.id === "python" ? Math.min(options.idleSessions, MOST_PYTHON_SESSIONS) : options.idleSessions,
    "reply-bytes": await checkedReplyBytes(server.port),
    "warm-up-ms": options.quick ? 100 : 1500,
    "settle-ms": options.quick ? 50 : 2000,
    "server-pid": server.pid,
  };
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const command = pinned([process.execPath, IDLE_PROGRAM, ...args], "generator");
  const { beforeBytes, afterBytes, sessions } = await runForJson<IdleResult>(command, { timeoutMs: LIMIT_MS });
  return beforeBytes === null || afterBytes === null ? undefined : (afterBytes - beforeBytes) / sessions;
}
