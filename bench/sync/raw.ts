/** The control of blocking calls: a bare socket in a worker, and `Atomics.wait` for each reply. It limits nothing. */
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";

import { type BareResult, readResult, writeStep } from "../clients/bare-message.ts";

/** Connects, and gives what takes one step. */
export function connectRaw(url: string): () => BareResult {
  const bell = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(new URL("raw-worker.ts", import.meta.url), {
    workerData: { bell, port: port2, url: `${url.replace("http", "ws")}/ws` },
    transferList: [port2],
  });
  worker.unref();
  waitForRing(bell, 0);
  return () => {
    const seen = Atomics.load(bell, 0);
    port1.postMessage(writeStep());
    waitForRing(bell, seen);
    return readResult(receiveMessageOnPort(port1)?.message as string);
  };
}

/** The wake-up of an earlier ring can come late, so one wait is not enough. */
function waitForRing(bell: Int32Array, seen: number): void {
  while (Atomics.load(bell, 0) === seen) Atomics.wait(bell, 0, seen);
}
