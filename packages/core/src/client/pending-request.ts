/**
 * One call that waits for its reply. Linked to the one behind it, so that a queue of them needs no other object.
 */
import type { JsonObject } from "../types.ts";
import { type AbortListener, ignoreAbort, listenForAbort } from "./abort-listeners.ts";
import { type CallOptions, duration } from "./options.ts";

/** What is asked for; `connect` is a call that is answered by the open connection itself. */
export type RequestKind = "connect" | "reset" | "step" | "state" | "mcp";

/** Whether a call is about the session there is: when that is lost, the call is not made on another one. */
export function needsSession(kind: RequestKind): boolean {
  return kind !== "connect" && kind !== "reset";
}

/** The type of the reply to a call. */
export function replyTypeOf(kind: RequestKind): "observation" | "state" | "mcp" {
  return kind === "state" || kind === "mcp" ? kind : "observation";
}

/**
 * Turns a reply's data into what the caller gets. Throws when it does not fit.
 *
 * @param text the whole message, for whoever hands it on
 */
export type ReadReply = (data: JsonObject, text: string) => unknown;

/** Who is told when a caller stops waiting. */
export interface Abandoned {
  abandoned(request: PendingRequest, error: unknown): void;
}

/** A call from the moment it is made to its settlement. */
export class PendingRequest implements AbortListener {
  readonly kind: RequestKind;
  readonly read: ReadReply;
  /** What is to be sent. Kept until the reply: a break of the connection may be due to its size. */
  readonly text: string;
  sent = false;
  next: PendingRequest | null = null;
  /** When the caller stops waiting, on the clock of `performance.now()`. */
  deadline: number = Number.POSITIVE_INFINITY;
  timeoutMs: number | undefined;
  /** The connection it waits on. */
  owner: Abandoned | null = null;
  readonly #resolve: (value: unknown) => void;
  readonly #reject: (error: unknown) => void;
  #signal: AbortSignal | undefined;

  constructor(
    kind: RequestKind,
    text: string,
    read: ReadReply,
    resolve: (value: unknown) => void,
    reject: (error: unknown) => void,
  ) {
    this.kind = kind;
    this.text = text;
    this.read = read;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /**
   * Applies the limits of one call.
   *
   * @throws InvalidArgumentError for an invalid `timeoutMs`; the signal's reason when it is aborted already
   */
  limit(options: CallOptions): void {
    const { signal, timeoutMs } = options;
    signal?.throwIfAborted();
    if (timeoutMs !== undefined) {
      this.timeoutMs = duration("timeoutMs", timeoutMs);
      this.deadline = performance.now() + this.timeoutMs;
    }
    this.#signal = signal;
    if (signal !== undefined) listenForAbort(signal, this);
  }

  aborted(reason: unknown): void {
    this.owner?.abandoned(this, reason);
  }

  resolve(value: unknown): void {
    if (this.#signal !== undefined) ignoreAbort(this.#signal, this);
    this.#resolve(value);
  }

  /** A call whose signal is aborted gives its reason, also when another call of the same signal came first. */
  reject(error: unknown): void {
    const signal = this.#signal;
    if (signal !== undefined) ignoreAbort(signal, this);
    this.#reject(signal?.aborted === true ? signal.reason : error);
  }
}
