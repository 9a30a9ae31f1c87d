/** A worker that goes wrong in the way that a variable names. */
import process from "node:process";
import { workerData } from "node:worker_threads";
import { ThreadSignal } from "../../src/sync/thread-signal.ts";
import type { WorkerInput } from "../../src/sync/worker-host.ts";

const { memory, port } = workerData as WorkerInput;
const signal = new ThreadSignal(memory);
const way = process.env["ODD_WORKER"];

if (way !== "never-ready") signal.beat();

port.on("message", (request) => {
  if (typeof request !== "string") {
    if (request.type === "ping" && way !== "deaf") signal.beat();
    return;
  }
  const [id = "", , , , text = ""] = request.split(" ");
  if (way === "hangs") for (;;);
  // Answers everything a moment too late, and then at once.
  const answer = (): void => {
    port.postMessage(`${id} ${text}`);
    signal.ring();
  };
  if (text === "late") setTimeout(answer, 400);
  else if (text !== "never") answer();
});
