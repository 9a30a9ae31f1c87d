/**
 * One sandbox: a worker with its interpreters, from the server's side. It knows the clock; a step that runs out of time
 * ends the worker.
 */
import type { Language, WorkerMessage, WorkerSettings } from "./messages.ts";
import type { StartWorker, WorkerHost } from "./worker-host.ts";

/** How a step ended. */
export type Execution =
  | {
      readonly kind: "done";
      readonly stdout: string;
      readonly stderr: string;
      readonly exitCode: number;
      readonly syntaxError: boolean;
      readonly omitted: { readonly stdout: number; readonly stderr: number };
    }
  /** The sandbox is gone; what was written until then is here. */
  | {
      readonly kind: "timeout" | "lost";
      readonly stdout: string;
      readonly stderr: string;
      readonly exitCode: number;
      readonly reason: string;
    };

/** As `timeout(1)` gives. */
const TIMEOUT_EXIT_CODE = 124;
const LOST_EXIT_CODE = 137;

interface Running {
  stdout: string;
  stderr: string;
  readonly settle: (execution: Execution) => void;
}

export interface SandboxStart {
  readonly settings: WorkerSettings;
  readonly snapshot: Uint8Array | undefined;
  readonly makeSnapshot: boolean;
}

export class Sandbox {
  /** Resolves with the snapshot, if one was asked for; rejects when the worker cannot start. */
  readonly ready: Promise<Uint8Array | undefined>;
  /** True from its first step on: a reset then takes another one. */
  used = false;
  #lost = false;
  readonly #host: WorkerHost;
  #running: Running | undefined;
  readonly #settleReady: {
    readonly resolve: (snapshot: Uint8Array | undefined) => void;
    readonly reject: (error: Error) => void;
  };

  constructor(startWorker: StartWorker, start: SandboxStart) {
    const { promise, ...settle } = withResolvers<Uint8Array | undefined>();
    this.ready = promise;
    this.#settleReady = settle;
    this.#host = startWorker({
      message: (message) => this.#receive(message),
      gone: (reason) => this.#lose(LOST_EXIT_CODE, `The interpreter's worker ended: ${reason}.`),
    });
    this.#host.post({ type: "boot", ...start });
  }

  /** True when there is no interpreter here any more. */
  get lost(): boolean {
    return this.#lost;
  }

  /** Runs one step; one at a time. Never rejects. After `timeoutMs` the worker is killed. */
  async run(language: Language, code: string, timeoutMs: number): Promise<Execution> {
    this.used = true;
    const { promise, resolve } = withResolvers<Execution>();
    this.#running = { stdout: "", stderr: "", settle: resolve };
    const timer = setTimeout(() => {
      this.#end({
        kind: "timeout",
        exitCode: TIMEOUT_EXIT_CODE,
        reason: `Timeout: the code ran for longer than ${timeoutMs / 1000} s and was stopped.`,
      });
    }, timeoutMs);
    if (this.#lost) this.#lose(LOST_EXIT_CODE, "The interpreter's worker has ended.");
    else this.#host.post({ type: "run", language, code });
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the worker, its start or the step that runs in it. Idempotent. */
  async kill(reason = "The session has ended."): Promise<void> {
    this.#lose(LOST_EXIT_CODE, reason);
    await this.#host.kill();
  }

  #receive(message: WorkerMessage): void {
    switch (message.type) {
      case "ready":
        this.#settleReady.resolve(message.snapshot);
        return;
      case "failed":
        this.#lose(LOST_EXIT_CODE, message.message);
        return;
      case "output":
        if (this.#running !== undefined) this.#running[message.stream] += message.text;
        return;
      case "done":
        this.#settle({ kind: "done", ...message.result });
        return;
      case "lost":
        this.#lose(message.exitCode, message.reason);
    }
  }

  #lose(exitCode: number, reason: string): void {
    this.#settleReady.reject(new Error(reason));
    this.#end({ kind: "lost", exitCode, reason });
  }

  #end(end: { readonly kind: "timeout" | "lost"; readonly exitCode: number; readonly reason: string }): void {
    this.#lost = true;
    this.#settle(end);
    void this.#host.kill();
  }

  #settle(execution: DistributiveOmit<Execution, "stdout" | "stderr">): void {
    const running = this.#running;
    this.#running = undefined;
    running?.settle({ ...execution, stdout: running.stdout, stderr: running.stderr });
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

function withResolvers<T>(): {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
} {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // Whoever waits is told; nobody waiting is no failure of the program.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
