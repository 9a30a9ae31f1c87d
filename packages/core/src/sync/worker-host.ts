/**
 * Starts the worker of blocking clients, the same way on Node, Bun and Deno. Nothing is imported from the runtime:
 * what it has is asked for when it is needed, so that a client still loads where there are no threads.
 */
import type * as FileSystem from "node:fs";
import type * as WorkerThreads from "node:worker_threads";

import { SyncUnsupportedError } from "../errors/local-errors.ts";
import { ownFlags } from "../workers/own-flags.ts";
import type { ThreadReply, ThreadRequest } from "./thread-message.ts";

/** The worker as the blocked thread sees it. */
export interface WorkerHandle {
  post(request: ThreadRequest): void;
  /** The next message that has come, without waiting for one. */
  take(): ThreadReply | undefined;
  /** Ends the worker at once, whatever it does. */
  end(): void;
}

/** What the worker is started with. */
export interface WorkerInput {
  readonly memory: SharedArrayBuffer;
  readonly port: MessagePortOfThread;
}

/** The part of a `node:worker_threads` port that the worker uses. */
export interface MessagePortOfThread {
  postMessage(message: unknown): void;
  on(event: "message", listener: (message: ThreadRequest) => void): unknown;
}

type Threads = typeof WorkerThreads;
type Files = typeof FileSystem;

interface Host {
  getBuiltinModule?(name: string): unknown;
  readonly execArgv?: readonly string[];
}

/** @throws SyncUnsupportedError where a thread cannot be blocked while another one works */
export function assertCanBlock(): void {
  threads();
}

/**
 * @param entry the worker's module
 * @throws SyncUnsupportedError as {@link assertCanBlock}, and when the module is not where it should be
 */
export function startWorker(memory: SharedArrayBuffer, entry: URL = workerEntry()): WorkerHandle {
  const { MessageChannel, receiveMessageOnPort, Worker } = threads();
  const { existsSync } = builtin("node:fs") as Files;
  if (entry.protocol === "file:" && !existsSync(entry)) {
    throw new SyncUnsupportedError(
      `A blocking client runs ${entry.href} in a thread, and there is no such file. A bundler must leave @openenv/core ` +
        `out of the bundle, or put that file beside it.`,
    );
  }
  const { port1, port2 } = new MessageChannel();
  const workerData: WorkerInput = { memory, port: port2 };
  let worker: WorkerThreads.Worker;
  try {
    worker = new Worker(entry, { name: "openenv-sync", workerData, transferList: [port2], ...execArgv() });
  } catch (error) {
    // Such as Node's permission model without --allow-worker.
    const why = error instanceof Error ? error.message : String(error);
    throw new SyncUnsupportedError(`A blocking client needs a thread, and cannot have one: ${why}`, { cause: error });
  }
  // A program ends when it has nothing else to do.
  worker.unref();
  // How it ended is told by its signal; without a listener an error would end the whole process.
  worker.on("error", () => {});
  return {
    post: (request) => port1.postMessage(request),
    take: () => receiveMessageOnPort(port1)?.message as ThreadReply | undefined,
    end: () => {
      port1.close();
      void worker.terminate();
    },
  };
}

/** The sources are run as they are, the build has another suffix, and may have put this into a file of a folder beside. */
function workerEntry(): URL {
  return new URL(import.meta.url.endsWith(".ts") ? "../sync/worker.ts" : "../sync/worker.js", import.meta.url);
}

function execArgv(): { execArgv?: string[] } {
  const given = host()?.execArgv ?? [];
  const kept = ownFlags(given);
  return kept.length === given.length ? {} : { execArgv: kept };
}

function threads(): Threads {
  const found = builtin("node:worker_threads") as Threads | undefined;
  if (found === undefined) {
    throw new SyncUnsupportedError(
      "There are no blocking clients here: they need Node, Bun or Deno. A page in a browser must not block; use the " +
        "async client.",
    );
  }
  try {
    // Returns at once, for the value is another one; it throws where waiting is forbidden.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 1, 0);
  } catch (error) {
    throw new SyncUnsupportedError("This thread must not be blocked. Use the async client.", { cause: error });
  }
  return found;
}

function builtin(name: string): unknown {
  return host()?.getBuiltinModule?.(name);
}

function host(): Host | undefined {
  return (globalThis as { process?: Host }).process;
}
