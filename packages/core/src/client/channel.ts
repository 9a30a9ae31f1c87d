/**
 * A client's line to its server: at most one connection at a time, opened by the first call and replaced by a `reset`
 * only. Decides which connection a call goes to; must not know what is sent.
 */
import { ClientClosedError } from "../errors/local-errors.ts";
import type { WireError } from "../errors/wire-errors.ts";
import type { Connect } from "../transport/transport.ts";
import { attachedTo } from "./attach.ts";
import { Connection, type ConnectionEnd, type ConnectionOptions } from "./connection.ts";
import type { CallOptions } from "./options.ts";
import { needsSession, PendingRequest, type ReadReply, type RequestKind } from "./pending-request.ts";
import { resuming } from "./resume.ts";
import { sessionLost, type SessionLoss } from "./session-loss.ts";

/** How to open a connection. */
export interface ChannelOptions extends Omit<ConnectionOptions, "lost" | "onEnd" | "signal"> {
  /** A session that there is already. Left out: each connection has a new one. */
  readonly sessionId?: string | undefined;
  /** Whether a connection that breaks is resumed. */
  readonly resume?: boolean | undefined;
}

export class Channel {
  readonly #url: string;
  readonly #connect: Connect;
  readonly #options: Omit<ChannelOptions, "sessionId" | "resume">;
  #current: Connection | null = null;
  /** The last session that was lost. It matters until a reset reaches the server. */
  #loss: SessionLoss | null = null;
  /** The reason of a refusal that no call has learnt of yet. */
  #undelivered: WireError | undefined;
  #closed: Promise<void> | undefined;

  constructor(url: string, connect: Connect, options: ChannelOptions) {
    this.#url = url;
    const { sessionId, resume = false, ...rest } = options;
    if (sessionId !== undefined) this.#connect = attachedTo(sessionId, connect);
    else this.#connect = resume ? resuming(connect) : connect;
    this.#options = rest;
  }

  /** Sends a call, or makes it wait for the connection. The promise is the caller's: nothing stands between. */
  request(kind: RequestKind, text: string, read: ReadReply, options?: CallOptions): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const request = new PendingRequest(kind, text, read, resolve, reject);
      if (options !== undefined) request.limit(options);
      const current = this.#current;
      if (current !== null && current.usable) current.add(request);
      else this.#addAnew(request);
    });
  }

  /** Ends the session and frees the connection; never opens one (OE-24). Idempotent. */
  close(): Promise<void> {
    this.#closed ??= this.#current?.shutdown() ?? Promise.resolve();
    return this.#closed;
  }

  #addAnew(request: PendingRequest): void {
    const isCall = needsSession(request.kind);
    if (this.#closed !== undefined) {
      request.reject(new ClientClosedError());
      return;
    }
    if (this.#current !== null) {
      // It is closing: a step waits to be told why, a reset need not wait (OE-03).
      if (isCall) {
        this.#current.add(request);
        return;
      }
      this.#current.discard();
    }
    const refusal = this.#undelivered;
    this.#undelivered = undefined;
    if (refusal !== undefined) request.reject(refusal);
    else if (isCall && this.#loss !== null) request.reject(sessionLost(this.#loss));
    else this.#open().add(request);
  }

  #open(): Connection {
    const onEnd = (end: ConnectionEnd): void => this.#ended(end);
    this.#current = new Connection(this.#url, this.#connect, { ...this.#options, lost: this.#loss, onEnd });
    return this.#current;
  }

  #ended(end: ConnectionEnd): void {
    this.#current = null;
    if (end.type === "lost") this.#loss = end.loss;
    else this.#undelivered = end.undelivered;
  }
}
