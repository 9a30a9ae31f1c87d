/**
 * `held.ts --port N --sessions N --reply-bytes N`: opens that many sessions and has each take one step at the same time.
 * Prints one line of JSON, a {@link HeldResult}. Fails when a reply is missing or is not of the right length.
 */
import { parseArgs } from "node:util";

import { maskedTextFrame } from "./frame.ts";
import { LoadSocket } from "./load-socket.ts";
import { STEP_TEXT } from "./step-message.ts";

export interface HeldResult {
  readonly sessions: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const OPENED_TOGETHER = 20;

const number = { type: "string" } as const;
const { values } = parseArgs({ options: { port: number, sessions: number, "reply-bytes": number } });
const sessions = Number(values.sessions);
const options = {
  port: Number(values.port),
  depth: 1,
  frame: maskedTextFrame(STEP_TEXT),
  replyBytes: Number(values["reply-bytes"]),
};
const latencies: number[] = [];
const { promise: allReplied, resolve, reject } = Promise.withResolvers<void>();
const listener = {
  replied(latencyMs: number) {
    latencies.push(latencyMs);
    if (latencies.length === sessions) resolve();
  },
  failed: reject,
};

const sockets: LoadSocket[] = [];
while (sockets.length < sessions) {
  const batch = Math.min(sessions - sockets.length, OPENED_TOGETHER);
  sockets.push(...(await Promise.all(Array.from({ length: batch }, () => LoadSocket.open(options, listener)))));
}
for (const socket of sockets) {
  socket.stop();
  socket.start();
}
await allReplied;
latencies.sort((left, right) => left - right);
const at = (share: number): number => latencies[Math.ceil(share * latencies.length) - 1] ?? Number.NaN;
const result: HeldResult = { sessions, p50Ms: at(0.5), p99Ms: at(0.99) };
console.log(JSON.stringify(result));
process.exit(0);
