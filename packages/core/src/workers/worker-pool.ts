/**
 * The workers of a server. A session stays in the worker where it began. Workers are started when they are needed, and
 * one that ended by itself is replaced.
 */
import type { Logger } from "../server/logger.ts";
import { withinTime } from "../server/within-time.ts";
import { EnvironmentWorker } from "./environment-worker.ts";
import type { WorkerGround } from "./worker-host.ts";
import type { EnvironmentModule } from "../server/environment.ts";

export interface WorkerPoolOptions {
  readonly ground: WorkerGround;
  /** Workers at once. */
  readonly size: number;
  readonly memoryLimitMb: number | undefined;
  readonly module: EnvironmentModule;
  /** The environment's name. */
  readonly name: string;
  readonly logger: Logger | undefined;
}

/** A worker that may still be starting. */
export interface PoolMember {
  readonly worker: EnvironmentWorker;
  /** Settled when the environment is loaded and its author's `setup` is done. */
  readonly ready: Promise<unknown>;
}

export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #members = new Set<PoolMember>();
  #closing = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /** The worker with the fewest sessions: a new one rather than one that has any, where there may be more. */
  choose(): PoolMember {
    let chosen: PoolMember | undefined;
    for (const member of this.#members) {
      if (chosen === undefined || member.worker.load < chosen.worker.load) chosen = member;
    }
    const isFull = this.#members.size >= this.#options.size;
    if (chosen === undefined || (chosen.worker.load > 0 && !isFull)) chosen = this.#start();
    return chosen;
  }

  /** Lets each worker run the author's `close`, then ends it. Rejects with what one of them throws. */
  async close(limitMs: number): Promise<void> {
    this.#closing = true;
    const members = [...this.#members];
    const stopped = members.map(async ({ worker, ready }) => {
      await ready;
      await worker.ask({ type: "stop" });
      worker.kill();
    });
    try {
      await withinTime(Promise.all(stopped), limitMs);
    } finally {
      for (const { worker } of members) worker.kill();
      await Promise.allSettled(stopped);
    }
  }

  #start(): PoolMember {
    const { ground, memoryLimitMb, module, name, logger } = this.#options;
    let isReady = false;
    const worker = new EnvironmentWorker({
      ground,
      memoryLimitMb,
      onGone: (error) => {
        this.#members.delete(member);
        logger?.error("A worker has ended.", { error });
        // One that never was ready would only do the same again.
        if (isReady && !this.#closing) this.#start();
      },
    });
    const ready = worker.ask({ type: "load", module, name });
    const member: PoolMember = { worker, ready };
    this.#members.add(member);
    ready.then(
      () => (isReady = true),
      () => {
        this.#members.delete(member);
        worker.kill();
      },
    );
    return member;
  }
}
