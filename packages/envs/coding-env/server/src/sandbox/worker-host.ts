/**
 * How a server holds one sandbox worker: a thread or a process behind the same few functions.
 */
import type { HostMessage, WorkerMessage } from "./messages.ts";

/** What a worker is told to do with what happens. Each is called until the worker is killed, and not after. */
export interface WorkerEvents {
  message(message: WorkerMessage): void;
  /** The worker has ended without being killed. */
  gone(reason: string): void;
}

export interface WorkerHost {
  post(message: HostMessage): void;
  /** Ends the worker at once, whatever it is doing. Resolves when it is gone; idempotent. */
  kill(): Promise<void>;
}

export type StartWorker = (events: WorkerEvents) => WorkerHost;
