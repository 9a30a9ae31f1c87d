/** Puts every load on every server, a few rounds over. In each round the servers are new processes. */
import { join } from "node:path";
import { runForJson, type ServerProcess, startServer } from "./child.ts";
import type { LoadResult } from "./generator/load-result.ts";
import { pinned } from "./machine.ts";
import { type BenchOptions, type Load, LOADS } from "./options.ts";
import { checkedReplyBytes } from "./reply-check.ts";
import { envOf, type Row } from "./rows.ts";
import type { Sample } from "./sample.ts";

const LOAD_PROGRAM = join(import.meta.dirname, "generator/load.ts");
/** Longer than any round. */
const SERVER_LIFE_MS = 600_000;
const WARM_UP: Load = { name: "warm-up", connections: 64, depth: 8 };

interface Measured {
  readonly row: Row;
  readonly server: ServerProcess;
  readonly replyBytes: number;
}

/** Rows are taken in turn under each load, so that a row and its control stand side by side in time. */
export async function measureServerLoads(
  rows: readonly Row[],
  options: BenchOptions,
  progress: (text: string) => void,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let round = 0; round < options.pairs; round += 1) {
    await using stack = new AsyncDisposableStack();
    const servers: Measured[] = [];
    for (const row of rows) {
      const server = stack.use(
        await startServer(pinned(row.command, "server"), { env: envOf(row), timeoutMs: SERVER_LIFE_MS }),
      );
      servers.push({ row, server, replyBytes: await checkedReplyBytes(server.port) });
    }
    for (const measured of servers) await putLoad(measured, WARM_UP, options);
    for (const load of LOADS) {
      progress(`servers, round ${round + 1} of ${options.pairs}, load ${load.name}`);
      for (const measured of round % 2 === 0 ? servers : servers.toReversed()) {
        samples.push(toSample(measured.row, load.name, round, await putLoad(measured, load, options)));
      }
    }
  }
  return samples;
}

function putLoad({ server, replyBytes }: Measured, load: Load, options: BenchOptions): Promise<LoadResult> {
  const flags: Readonly<Record<string, number>> = {
    port: server.port,
    connections: load.connections,
    depth: load.depth,
    "reply-bytes": replyBytes,
    "warm-up-ms": options.warmUpMs,
    "measure-ms": options.measureMs,
    "server-pid": server.pid,
  };
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const timeoutMs = options.warmUpMs + options.measureMs + 20_000;
  return runForJson(pinned([process.execPath, LOAD_PROGRAM, ...args], "generator"), { timeoutMs });
}

/** @throws Error when nothing was answered */
export function toSample(row: Row, load: string, round: number, result: LoadResult): Sample {
  const { steps, elapsedMs, p50Ms, p99Ms, serverCpuMs, generatorCpuMs } = result;
  if (steps === 0) throw new Error(`${row.label} answered nothing under ${load}`);
  const cpu =
    serverCpuMs === null
      ? {}
      : { cpuMicrosecondsPerStep: (serverCpuMs * 1000) / steps, serverBusy: serverCpuMs / elapsedMs };
  const values = {
    stepsPerSecond: (steps * 1000) / elapsedMs,
    p50Ms,
    p99Ms,
    generatorBusy: generatorCpuMs / elapsedMs,
    ...cpu,
  };
  return { row: row.id, load, round, values };
}
