/**
 * `idle.ts --port N --sessions N --reply-bytes N --warm-up-ms N --settle-ms N --server-pid N`: opens that many sessions,
 * takes one step in each, and looks at the server's memory before and after. Prints one line of JSON, an
 * {@link IdleResult}.
 */
import { parseArgs } from "node:util";

import { maskedTextFrame } from "./frame.ts";
import { LoadSocket } from "./load-socket.ts";
import { residentBytes } from "./process-usage.ts";
import { STEP_TEXT } from "./step-message.ts";

export interface IdleResult {
  readonly sessions: number;
  /** The server's memory with {@link EARLIER_SESSIONS} sessions, and with all of them; `null` where it cannot be told. */
  readonly beforeBytes: number | null;
  readonly afterBytes: number | null;
}

/** Opened first and kept busy for a while: what a server needs for any session, such as compiled code, is not counted. */
const EARLIER_SESSIONS = 100;
const OPENED_TOGETHER = 20;

const number = { type: "string" } as const;
const { values } = parseArgs({
  options: {
    port: number,
    sessions: number,
    "reply-bytes": number,
    "warm-up-ms": number,
    "settle-ms": number,
    "server-pid": number,
  },
});
const sessions = Number(values.sessions);
const serverPid = Number(values["server-pid"]);
const options = {
  port: Number(values.port),
  depth: 1,
  frame: maskedTextFrame(STEP_TEXT),
  replyBytes: Number(values["reply-bytes"]),
};
const seen = { replies: 0 };
const listener = {
  replied: () => (seen.replies += 1),
  failed: (error: Error) => {
    console.error(error.message);
    process.exit(1);
  },
};

const earlier = await open(EARLIER_SESSIONS);
for (const socket of earlier) socket.start();
await Bun.sleep(Number(values["warm-up-ms"]));
for (const socket of earlier) socket.stop();
const beforeBytes = await settledBytes();
await stepOnce(await open(sessions));
const result: IdleResult = { sessions, beforeBytes, afterBytes: await settledBytes() };
console.log(JSON.stringify(result));
process.exit(0);

async function open(count: number): Promise<LoadSocket[]> {
  const sockets: LoadSocket[] = [];
  while (sockets.length < count) {
    const batch = Math.min(count - sockets.length, OPENED_TOGETHER);
    sockets.push(...(await Promise.all(Array.from({ length: batch }, () => LoadSocket.open(options, listener)))));
  }
  return sockets;
}

async function stepOnce(sockets: readonly LoadSocket[]): Promise<void> {
  const wanted = seen.replies + sockets.length;
  for (const socket of sockets) {
    socket.stop();
    socket.start();
  }
  while (seen.replies < wanted) await Bun.sleep(5);
}

async function settledBytes(): Promise<number | null> {
  await Bun.sleep(Number(values["settle-ms"]));
  return residentBytes(serverPid) ?? null;
}
