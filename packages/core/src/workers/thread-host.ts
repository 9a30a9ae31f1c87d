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
    ...(memoryLimitMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: hardLimit(memoryLimitMb) } }),
  });
  let killed = false;
  let failure: unknown;
  const watch = watchHeap(worker, memoryLimitMb, (error) => {
    failure ??= error;
    void worker.terminate();
  });
  worker.unref();
  worker.on("message", (reply: WorkerReply) => {
    if (!killed) events.message(reply);
  });
  worker.on("messageerror", (error) => {
    if (!killed) events.unreadable(error);
  });
  worker.on("error", (error) => (failure ??= error));
  worker.on("exit", (code) => {
    clearInterval(watch);
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

/** Node tells how much a thread needs, also of one that is busy, from 22.16 on. */
const canWatch = "getHeapStatistics" in Worker.prototype;

/** Time between looks at a thread's heap, in milliseconds. */
const WATCH_MS = 50;

/** Where the heap is watched, V8's own limit stands well above: reaching that may end the whole process on Node 24. */
function hardLimit(memoryLimitMb: number): number {
  return canWatch ? 2 * memoryLimitMb + 512 : memoryLimitMb;
}

function watchHeap(
  worker: Worker,
  limitMb: number | undefined,
  exceeded: (error: Error) => void,
): ReturnType<typeof setInterval> | undefined {
  if (limitMb === undefined || !canWatch) return undefined;
  const look = async (): Promise<void> => {
    const { used_heap_size: bytes } = await worker.getHeapStatistics();
    if (bytes > limitMb * 2 ** 20) exceeded(new Error(`It needs more memory than memoryLimitMb = ${limitMb}.`));
  };
  // A thread that has just ended cannot tell.
  const watch = setInterval(() => void look().catch(() => {}), WATCH_MS);
  watch.unref();
  return watch;
}
