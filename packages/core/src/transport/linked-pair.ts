/**
 * Two transports joined in memory: what one end sends, the other receives, in order and never within the call of
 * `send`, as with a socket. There is no port, no limit and no copy.
 */
import type { Transport, TransportClose, TransportHandlers } from "./transport.ts";

/** One end of a pair. What arrives before {@link attach} is kept until then. */
export interface LinkedTransport extends Transport {
  attach(handlers: TransportHandlers): void;
}

/** Makes a pair of joined transports, both open. */
export function createLinkedPair(): [LinkedTransport, LinkedTransport] {
  const left = new End();
  const right = new End();
  left.peer = right;
  right.peer = left;
  return [left, right];
}

class End implements LinkedTransport {
  peer: End = this;
  isOpen = true;
  readonly bufferedAmount = 0;
  #handlers: TransportHandlers | null = null;
  #arrived: string[] = [];
  #end: TransportClose | null = null;
  #scheduled = false;

  attach(handlers: TransportHandlers): void {
    this.#handlers = handlers;
    this.#schedule();
  }

  send(text: string): void {
    if (!this.isOpen) return;
    this.peer.#arrived.push(text);
    this.peer.#schedule();
  }

  close(code = 1000, reason = ""): void {
    if (!this.isOpen) return;
    const close: TransportClose = { code, reason, wasClean: true };
    this.peer.#finish(close);
    this.#finish(close);
  }

  terminate(): void {
    if (this.#end !== null) return;
    this.#arrived = [];
    const close: TransportClose = { code: 1006, reason: "", wasClean: false };
    this.peer.#finish(close);
    this.#finish(close);
  }

  /** What was sent before the end is still delivered, the end after it. */
  #finish(close: TransportClose): void {
    this.isOpen = false;
    if (this.#end !== null) return;
    this.#end = close;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled || this.#handlers === null) return;
    this.#scheduled = true;
    queueMicrotask(() => this.#deliver());
  }

  #deliver(): void {
    this.#scheduled = false;
    const handlers = this.#handlers;
    if (handlers === null) return;
    const arrived = this.#arrived;
    this.#arrived = [];
    for (const text of arrived) handlers.message(text);
    if (this.#end === null || this.#arrived.length > 0) return;
    this.#handlers = null;
    handlers.close(this.#end);
  }
}
