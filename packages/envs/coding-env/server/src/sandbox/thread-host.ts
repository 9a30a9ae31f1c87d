/**
 * A sandbox worker as a thread. For Node only: `terminate()` of Bun and Deno does not end a thread that loops in
 * WebAssembly (oven-sh/bun#36356, denoland/deno#14003; seen on Bun 1.4.5 and Deno 2.9.6).
 */
import { Worker } from "node:worker_threads";
import type { HostMessage, WorkerMessage } from "./messages.ts";
import { workerFile } from "./worker-file.ts";
import type { StartWorker, WorkerEvents, WorkerHost } from "./worker-host.ts";

/** Heap of the worker's own JavaScript, which holds the guest's files; WebAssembly memory is limited elsewhere. */
const HEAP_MB = 512;

export const startThread: StartWorker = (events) => new ThreadHost(events);

class ThreadHost implements WorkerHost {
  readonly #worker: Worker;
  #killed: Promise<void> | undefined;

  constructor(events: WorkerEvents) {
    this.#worker = new Worker(workerFile("thread-main"), {
      env: {},
      execArgv: [],
      stdin: false,
      // Kept from the server's own streams.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
    this.#worker.on("message", (message: WorkerMessage) => {
      if (this.#killed === undefined) events.message(message);
    });
    let failure = "the thread ended";
    this.#worker.on("error", (error: Error) => {
      failure = error.message;
    });
    this.#worker.on("exit", () => {
      if (this.#killed === undefined) events.gone(failure);
    });
  }

  post(message: HostMessage): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker.postMessage(message);
  }

  kill(): Promise<void> {
    this.#killed ??= this.#worker.terminate().then(() => undefined);
    return this.#killed;
  }
}
