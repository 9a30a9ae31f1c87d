/**
 * The program of the worker behind blocking clients. It only sees to it that the blocked thread is told of everything,
 * its own end included; what is done stands in {@link CallDispatch}, loaded when nothing can be missed any more.
 */
import process from "node:process";
import { workerData } from "node:worker_threads";

import { carryError } from "../errors/carried-error.ts";
import type { ThreadReply } from "./thread-message.ts";
import { ThreadSignal } from "./thread-signal.ts";
import type { WorkerInput } from "./worker-host.ts";

const { memory, port } = workerData as WorkerInput;
const signal = new ThreadSignal(memory);

const say = (reply: ThreadReply): void => {
  port.postMessage(reply);
  signal.ring();
};
const crash = (error: unknown): void => {
  say({ id: 0, type: "crash", error: carryError(error) });
  signal.end();
};

process.on("uncaughtException", crash);
process.on("unhandledRejection", crash);
process.on("exit", () => signal.end());

try {
  const { CallDispatch } = await import("./call-dispatch.ts");
  const dispatch = new CallDispatch(say, () => signal.beat());
  port.on("message", (request) => dispatch.receive(request));
  signal.beat();
} catch (error) {
  crash(error);
}
