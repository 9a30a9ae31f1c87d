/** A worker that is a thread, on Node and Bun. */
import process from "node:process";
import { Worker } from "node:worker_threads";
import { ownFlags } from "./own-flags.ts";
import { workerEntry, type WorkerEvents, type WorkerHost, type WorkerLimits } from "./worker-host.ts";
import type { WorkerReply } from "./worker-message.ts";

export function startThread(events: WorkerEvents, { memoryLimitMb }: WorkerLimits): WorkerHost {
  const flags = ownFlags(process.execArgv);
  const worker = new Worker(workerEntry("thread-main"), {
    name: "openenv-environments",
    ...(flags.length < process.execArgv.length && { execArgv: flags }),
    ...(memoryLimitMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb } }),
  });
  let killed = false;
  let failure: unknown;
  worker.unref();
  worker.on("message", (reply: WorkerReply) => {
    if (!killed) events.message(reply);
  });
  worker.on("messageerror", (error) => {
    if (!killed) events.unreadable(error);
  });
  worker.on("error", (error) => (failure ??= error));
  worker.on("exit", (code) => {
    if (!killed) events.gone(failure ?? new Error(`It ended with exit code ${code}.`));
  });
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    post: (request) => worker.postMessage(request),
    hold: (holds) => (holds ? worker.ref() : worker.unref()),
    kill: () => {
      killed = true;
      void worker.terminate();
    },
  };
}
