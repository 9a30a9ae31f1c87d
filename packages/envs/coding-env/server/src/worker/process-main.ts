/**
 * A sandbox worker that is a process: messages on its standard streams, which guest code does not have. It reads and
 * writes without the runtime's streams and event loop, which need what is stripped from the realm.
 */
import { constants, readSync, writeSync } from "node:fs";
import process from "node:process";
import { FrameReader, packMessage } from "../sandbox/frames.ts";
import type { HostMessage, WorkerMessage } from "../sandbox/messages.ts";
import { createWorkerLoop } from "./worker-loop.ts";

const CHUNK_BYTES = 1 << 20;

const exit = process.exit.bind(process);
const bell = new Int32Array(new SharedArrayBuffer(4));
const inbox: HostMessage[] = [];
const reader = new FrameReader((message) => inbox.push(message as HostMessage));
const handle = createWorkerLoop(send);

// Emscripten asks for this old name of `fs.constants`, which Node refuses to a process of few rights.
Reflect.set(process, "binding", () => ({ fs: constants }));

for (;;) await handle(receive());

/** Waits for a message. Ends the process when the server is gone. */
function receive(): HostMessage {
  const chunk = new Uint8Array(CHUNK_BYTES);
  for (;;) {
    const message = inbox.shift();
    if (message !== undefined) return message;
    const size = patiently(() => readSync(0, chunk));
    if (size === 0) exit(0);
    reader.push(chunk.slice(0, size));
  }
}

/** At once, also while a step runs: an asynchronous write would wait for its end. */
function send(message: WorkerMessage): void {
  const frame = packMessage(message);
  for (let sent = 0; sent < frame.length;) {
    const from = sent;
    sent += patiently(() => writeSync(1, frame, from));
  }
}

/** A pipe may be of the kind that does not wait by itself. */
function patiently(transfer: () => number): number {
  for (let pause = 0; ; pause = Math.min(pause + 1, 10)) {
    try {
      return transfer();
    } catch (error) {
      const code = (error as { code?: unknown }).code;
      if (code === "EOF") return 0;
      if (code !== "EAGAIN") exit(1);
      Atomics.wait(bell, 0, 0, pause);
    }
  }
}
