/**
 * A worker as a blocked thread uses it: each call waits for its answer, and none waits for ever. Knows nothing of what
 * the calls do.
 */
import { SyncUnsupportedError } from "../errors/local-errors.ts";
import { type CarriedError, reviveError } from "../errors/carried-error.ts";
import {
  type HostedKind,
  idOfReply,
  textOfReply,
  type ThreadReply,
  type ThreadRequest,
  writeTextCall,
} from "./thread-message.ts";
import { ThreadSignal } from "./thread-signal.ts";
import { startWorker, type WorkerHandle } from "./worker-host.ts";

/** How a worker is started. */
export interface ThreadOptions {
  /** How long the worker may show no sign of life before it is given up, in milliseconds. */
  readonly silenceMs: number;
  /** Longest start, in milliseconds. Default 30 s: it loads a few modules. */
  readonly startMs?: number | undefined;
  /** The worker's module. Default: the one of this package. */
  readonly entry?: URL | undefined;
}

/** How one call waits. */
export interface ThreadCallOptions {
  /** Longest wait for the answer, in milliseconds; `Infinity` waits as long as the worker is alive. */
  readonly limitMs: number;
  /** Waits beyond the limit while the worker is alive: it keeps to the limit itself, and has to clean up after it. */
  readonly patient?: boolean | undefined;
  /** Told what the worker says before it answers. What it throws ends the wait. */
  readonly onEvent?: ((value: unknown) => void) | undefined;
}

/** The worker can answer no more: it crashed, or has shown no sign of life for too long. */
export class ThreadEndedError extends Error {
  override readonly name = "ThreadEndedError";
}

/** No answer within the limit of a call. It may still come, and is not heard then. */
export class NoAnswerError extends Error {
  override readonly name = "NoAnswerError";
}

const START_MS = 30_000;

/** The worker has limits of its own, and is heard when it keeps to them, in milliseconds. */
const GRACE_MS = 250;

/** No call has this number. */
const NOBODY = -1;

/** Time between two looks at whether the worker is alive, in milliseconds. */
const LOOK_MS = 1000;
const SHORTEST_LOOK_MS = 50;

export class Thread {
  readonly #signal: ThreadSignal;
  readonly #worker: WorkerHandle;
  readonly #silenceMs: number;
  /** Calls that wait: more than one where a call is made by what another one tells. */
  #waiting = 0;
  /** Replies to those that may wait further out. */
  readonly #early = new Map<number, ThreadReply>();
  #ended: ThreadEndedError | undefined;
  #lastId = 0;
  #lastTarget = 0;
  /** A ping that was not answered yet, and how long it has been waited for: by no clock, for a machine may sleep. */
  #ping: { readonly pulse: number; silentMs: number } | undefined;

  /**
   * Starts a worker and waits until it is ready.
   *
   * @throws SyncUnsupportedError where there can be no such worker, NoAnswerError when it is not ready within `startMs`
   */
  constructor({ silenceMs, startMs = START_MS, entry }: ThreadOptions) {
    const memory = ThreadSignal.allocate();
    this.#silenceMs = silenceMs;
    this.#signal = new ThreadSignal(memory);
    this.#worker = startWorker(memory, entry);
    this.#waitForStart(startMs);
  }

  /** Undefined while calls can be made. */
  get ended(): ThreadEndedError | undefined {
    if (this.#ended === undefined && this.#signal.ended) this.#drain();
    return this.#ended;
  }

  /** Makes something in the worker that calls are addressed to. */
  open(kind: HostedKind, args: readonly unknown[]): number {
    this.#lastTarget += 1;
    this.#worker.post({ type: "open", target: this.#lastTarget, kind, args });
    return this.#lastTarget;
  }

  /** Closes it, without waiting. */
  drop(target: number): void {
    if (this.ended === undefined) this.#worker.post({ type: "drop", target });
  }

  /**
   * Calls and waits.
   *
   * @throws what the call throws, NoAnswerError, ThreadEndedError
   */
  call(target: number, method: string, args: readonly unknown[], options: ThreadCallOptions): unknown {
    const id = this.#nextId();
    return this.#waitFor(id, { type: "call", id, target, method, args }, options);
  }

  /**
   * As {@link call}, for what sends a text and gets one.
   *
   * @param timeoutMs the worker's own limit
   */
  callText(
    target: number,
    method: string,
    text: string,
    timeoutMs: number | undefined,
    options: ThreadCallOptions,
  ): string {
    const id = this.#nextId();
    return this.#waitFor(id, writeTextCall({ id, target, method, timeoutMs, text }), options) as string;
  }

  /** Ends the worker and everything in it. */
  end(reason: ThreadEndedError = new ThreadEndedError("The worker was ended.")): void {
    if (this.#ended !== undefined) return;
    this.#ended = reason;
    this.#worker.end();
  }

  #nextId(): number {
    if (this.ended !== undefined) throw this.ended;
    this.#lastId += 1;
    return this.#lastId;
  }

  #waitFor(id: number, request: ThreadRequest, options: ThreadCallOptions): unknown {
    const deadline = options.limitMs + GRACE_MS;
    // What is read before the call is made cannot be missed afterwards.
    let seen = this.#signal.bell;
    let since: number | undefined;
    let left = deadline;
    const longestLookMs = Math.min(LOOK_MS, this.#silenceMs);
    this.#waiting += 1;
    this.#worker.post(request);
    try {
      for (;;) {
        // Closer looks towards the end, so that it is known then whether the worker is alive.
        const lookMs = left <= 0 ? longestLookMs : Math.min(longestLookMs, Math.max(left / 2, SHORTEST_LOOK_MS));
        const rang = this.#signal.wait(seen, lookMs);
        seen = this.#signal.bell;
        for (let reply = this.#next(id); reply !== undefined; reply = this.#next(id)) {
          if (typeof reply === "string") return textOfReply(reply);
          if (reply.type === "value") return reply.value;
          if (reply.type === "error") throw reviveError(reply.error);
          if (reply.type === "event") options.onEvent?.(reply.value);
        }
        if (this.ended !== undefined) throw this.ended;
        // Most calls are answered within the first look, and need no clock.
        since ??= performance.now() - (rang ? 0 : lookMs);
        left = deadline - (performance.now() - since);
        if (left <= 0 && (options.patient !== true || this.#isSilent)) {
          throw new NoAnswerError(`The worker did not answer within ${options.limitMs} ms.`);
        }
        if (!rang) this.#lookForLife(lookMs);
      }
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#early.clear();
    }
  }

  /** The next message about a call. Replies to those who wait further out are kept for them, late ones are dropped. */
  #next(id: number): ThreadReply | undefined {
    if (this.#early.size > 0) {
      const early = this.#early.get(id);
      this.#early.delete(id);
      if (early !== undefined) return early;
    }
    if (this.#ended !== undefined) return undefined;
    for (let reply = this.#worker.take(); reply !== undefined; reply = this.#worker.take()) {
      const of = idOfReply(reply);
      if (of === id) return reply;
      if (typeof reply !== "string" && reply.type === "crash") this.end(crashed(reply.error));
      else if (this.#waiting > 1) this.#early.set(of, reply);
    }
    return undefined;
  }

  /** Reads the reason of an end that has been announced. */
  #drain(): void {
    this.#next(NOBODY);
    this.end(new ThreadEndedError("The worker ended without a reason."));
  }

  /** Whether a ping was not answered in time. */
  get #isSilent(): boolean {
    return this.#ping !== undefined && this.#ping.pulse === this.#signal.pulse && this.#ping.silentMs >= GRACE_MS;
  }

  /** @param waitedMs how long the worker had since the last look */
  #lookForLife(waitedMs: number): void {
    const { pulse } = this.#signal;
    if (this.#ping === undefined || this.#ping.pulse !== pulse) {
      this.#ping = { pulse, silentMs: 0 };
      this.#worker.post({ type: "ping" });
      return;
    }
    this.#ping.silentMs += waitedMs;
    if (this.#ping.silentMs < this.#silenceMs) return;
    this.end(new ThreadEndedError(`The worker has shown no sign of life for ${this.#silenceMs} ms.`));
  }

  #waitForStart(limitMs: number): void {
    const since = performance.now();
    while (this.#signal.pulse === 0) {
      const seen = this.#signal.bell;
      if (this.ended !== undefined) throw noStart(this.ended);
      const left = limitMs - (performance.now() - since);
      if (left <= 0) {
        this.end();
        const late = `The worker was not ready within ${limitMs} ms.`;
        throw limitMs < START_MS ? new NoAnswerError(late) : noStart(new ThreadEndedError(late));
      }
      if (this.#signal.pulse === 0) this.#signal.wait(seen, left);
    }
  }
}

function crashed(error: CarriedError): ThreadEndedError {
  const cause = reviveError(error);
  return new ThreadEndedError(`The worker crashed: ${cause.message}`, { cause });
}

function noStart(cause: ThreadEndedError): SyncUnsupportedError {
  return new SyncUnsupportedError(`Blocking clients have a worker, and it did not start. ${cause.message}`, { cause });
}
