/**
 * `load.ts --port N --connections N --depth N --reply-bytes N --warm-up-ms N --measure-ms N [--server-pid N]`: one load
 * on one server, in a process of its own. Prints one line of JSON, a {@link LoadResult}.
 */
import { parseArgs } from "node:util";

import { maskedTextFrame } from "./frame.ts";
import { Histogram } from "./histogram.ts";
import { LoadSocket } from "./load-socket.ts";
import { cpuTime } from "./process-usage.ts";
import { STEP_TEXT } from "./step-message.ts";

export interface LoadResult {
  readonly steps: number;
  readonly elapsedMs: number;
  /** Milliseconds from a step's send to its reply. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** What the server's process used, in milliseconds; `null` where it cannot be told. */
  readonly serverCpuMs: number | null;
  readonly generatorCpuMs: number;
}

const DRAIN_MS = 50;

const number = { type: "string" } as const;
const { values } = parseArgs({
  options: {
    port: number,
    connections: number,
    depth: number,
    "reply-bytes": number,
    "warm-up-ms": number,
    "measure-ms": number,
    "server-pid": number,
  },
});
const measureMs = Number(values["measure-ms"]);
const serverPid = values["server-pid"] === undefined ? undefined : Number(values["server-pid"]);

let latencies: Histogram | undefined;
const listener = {
  replied: (latencyMs: number) => latencies?.record(latencyMs),
  failed: (error: Error) => {
    console.error(error.message);
    process.exit(1);
  },
};
const options = {
  port: Number(values.port),
  depth: Number(values.depth),
  frame: maskedTextFrame(STEP_TEXT),
  replyBytes: Number(values["reply-bytes"]),
};
const sockets: LoadSocket[] = [];
for (let count = Number(values.connections); count > 0; count -= 1)
  sockets.push(await LoadSocket.open(options, listener));
for (const socket of sockets) socket.start();

await Bun.sleep(Number(values["warm-up-ms"]));
const before = usage();
const histogram = new Histogram();
latencies = histogram;
await Bun.sleep(measureMs);
latencies = undefined;
const after = usage();
for (const socket of sockets) socket.stop();
// The last replies are let come: a server that writes to a closed socket has other work to do than to answer.
await Bun.sleep(DRAIN_MS);
for (const socket of sockets) socket.close();

const result: LoadResult = {
  steps: histogram.count,
  elapsedMs: after.at - before.at,
  p50Ms: histogram.quantile(0.5),
  p99Ms: histogram.quantile(0.99),
  serverCpuMs: before.server === undefined || after.server === undefined ? null : after.server - before.server,
  generatorCpuMs: after.generator - before.generator,
};
console.log(JSON.stringify(result));
process.exit(0);

function usage(): { at: number; server: number | undefined; generator: number } {
  const { user, system } = process.cpuUsage();
  const server = serverPid === undefined ? undefined : cpuTime(serverPid);
  return { at: performance.now(), server, generator: (user + system) / 1000 };
}
