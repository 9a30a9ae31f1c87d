/**
 * A worker as the server holds it: a thread, or where a thread cannot be ended, a process. Nothing is imported from the
 * runtime before a worker is asked for, so that a server still loads where there are none.
 */
import { InvalidArgumentError } from "../errors/local-errors.ts";
import type { WorkerReply, WorkerRequest } from "./worker-message.ts";

/** What is done with what happens in a worker. Nothing of it is called after `kill`. */
export interface WorkerEvents {
  message(reply: WorkerReply): void;
  /** A reply came that cannot be read: it is nested too deep for this thread. */
  unreadable(why: unknown): void;
  /** It has ended by itself. */
  gone(why: unknown): void;
}

export interface WorkerHost {
  post(request: WorkerRequest): void;
  /** Whether the worker keeps the program running. It does not at first. */
  hold(holds: boolean): void;
  /** Ends the worker at once, whatever it does. */
  kill(): void;
}

export interface WorkerLimits {
  /** Largest heap, in MiB; `undefined` for the runtime's own limit. */
  readonly memoryLimitMb: number | undefined;
}

export type StartWorker = (events: WorkerEvents, limits: WorkerLimits) => WorkerHost;

/** How workers are started in this runtime, and how many there are by default: one for each processor. */
export interface WorkerGround {
  readonly start: StartWorker;
  readonly processors: number;
}

/** @throws InvalidArgumentError where there are no workers */
export async function workerGround(): Promise<WorkerGround> {
  const { process: host } = globalThis as { process?: { versions?: Record<string, string | undefined> } };
  if (host?.versions?.["node"] === undefined) {
    throw new InvalidArgumentError(
      "execution",
      'There are no workers here: they need Node, Bun or Deno. Leave execution out, or set it to "inline".',
    );
  }
  const { availableParallelism } = await import("node:os");
  const processors = availableParallelism();
  // Deno's terminate() leaves a thread running that does not come back to its event loop (denoland/deno#14003).
  if (host.versions["deno"] !== undefined) {
    const { startProcess } = await import("./process-host.ts");
    return { start: startProcess, processors };
  }
  const { startThread } = await import("./thread-host.ts");
  return { start: startThread, processors };
}

/** The program of a worker. The sources are run as they are, the build has another suffix. */
export function workerEntry(name: string): URL {
  return new URL(`./${name}${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url);
}
