/**
 * `idle.ts --port N --sessions N --reply-bytes N --settle-ms N --server-pid N`: opens that many sessions, takes one step
 * in each, and looks at the server's memory before and after. Prints one line of JSON, an {@link IdleResult}.
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

/** Opened first, so that what a server needs for any session at all is not counted. */
const EARLIER_SESSIONS = 100;
const OPENED_TOGETHER = 20;

const number = { type: "string" } as const;
const { values } = parseArgs({
  options: { port: number, sessions: number, "reply-bytes": number, "settle-ms": number, "server-pid": number },
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

await open(EARLIER_SESSIONS);
const beforeBytes = await settledBytes();
await open(sessions);
const result: IdleResult = { sessions, beforeBytes, afterBytes: await settledBytes() };
console.log(JSON.stringify(result));
process.exit(0);

async function open(count: number): Promise<void> {
  const wanted = seen.replies + count;
  for (let left = count; left > 0; left -= OPENED_TOGETHER) {
    const batch = Array.from({ length: Math.min(left, OPENED_TOGETHER) }, () => LoadSocket.open(options, listener));
    for (const socket of await Promise.all(batch)) {
      socket.stop();
      socket.start();
    }
  }
  while (seen.replies < wanted) await Bun.sleep(5);
}

async function settledBytes(): Promise<number | null> {
  await Bun.sleep(Number(values["settle-ms"]));
  return residentBytes(serverPid) ?? null;
}
