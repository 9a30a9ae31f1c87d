/** Tool calls, by steps and over HTTP, on each server and on Python's. In each round the servers are new processes. */
import { join } from "node:path";
import { runForJson, startServer } from "./child.ts";
import type { LoadResult } from "./generator/load-result.ts";
import { pinned } from "./machine.ts";
import type { BenchOptions } from "./options.ts";
import { envOf, type Row } from "./rows.ts";
import type { Sample } from "./sample.ts";
import { toSample } from "./server-loads.ts";
import { TOOL_WAYS } from "./tool-ways.ts";

const LOAD_PROGRAM = join(import.meta.dirname, "generator/tool-load.ts");
const SERVER_LIFE_MS = 600_000;
/** Enough to keep a server busy, each with one call in flight. */
const SESSIONS = 16;
/** A shorter measurement may see no answer of a server that takes its time, in milliseconds. */
const LEAST_MS = 1000;

export async function measureToolCalls(
  rows: readonly Row[],
  options: BenchOptions,
  progress: (text: string) => void,
): Promise<Sample[]> {
  const measureMs = Math.max(options.measureMs, LEAST_MS);
  const samples: Sample[] = [];
  for (let round = 0; round < options.pairs; round += 1) {
    progress(`tool calls, round ${round + 1} of ${options.pairs}`);
    for (const row of round % 2 === 0 ? rows : rows.toReversed()) {
      await using server = await startServer(pinned(row.command, "server"), {
        env: envOf(row),
        timeoutMs: SERVER_LIFE_MS,
      });
      for (const { name, way } of TOOL_WAYS) {
        const flags: Readonly<Record<string, string | number>> = {
          port: server.port,
          way,
          sessions: SESSIONS,
          "warm-up-ms": options.warmUpMs,
          "measure-ms": measureMs,
          "server-pid": server.pid,
        };
        const args = Object.entries(flags).flatMap(([flag, value]) => [`--${flag}`, String(value)]);
        const timeoutMs = options.warmUpMs + measureMs + 30_000;
        const result: LoadResult = await runForJson(pinned([process.execPath, LOAD_PROGRAM, ...args], "generator"), {
          timeoutMs,
        });
        samples.push(toSample(row, name, round, result));
      }
    }
  }
  return samples;
}
