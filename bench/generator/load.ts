/**
 * `load.ts --port N --connections N --depth N --reply-bytes N --warm-up-ms N --measure-ms N [--server-pid N]`: one load
 * on one server, in a process of its own. Prints one line of JSON, a {@link LoadResult}.
 */
import { parseArgs } from "node:util";

import { maskedTextFrame } from "./frame.ts";
import { Measurement } from "./load-result.ts";
import { LoadSocket } from "./load-socket.ts";
import { STEP_TEXT } from "./step-message.ts";

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

let measurement: Measurement | undefined;
const listener = {
  replied: (latencyMs: number) => measurement?.latencies.record(latencyMs),
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
const measured = new Measurement(values["server-pid"]);
measurement = measured;
await Bun.sleep(measureMs);
measurement = undefined;
const result = measured.result();
for (const socket of sockets) socket.stop();
// The last replies are let come: a server that writes to a closed socket has other work to do than to answer.
await Bun.sleep(DRAIN_MS);
for (const socket of sockets) socket.close();

console.log(JSON.stringify(result));
process.exit(0);
