/** A server socket of Deno as a {@link SocketPort}. It has no ping, no pause and no end but the handshake. */
import { CloseCode } from "../protocol/close-code.ts";
import type { SocketPort } from "../server/connection.ts";

/** Time between looks at an unsent buffer, in milliseconds: Deno does not tell when it has drained. */
const DRAIN_POLL_MS = 5;
/** Without a message for this long a peer has paused, in milliseconds. */
const QUIET_MS = 50;

export class DenoPort implements SocketPort {
  readonly #socket: WebSocket;
  readonly #drained: () => void;
  #polling = false;
  /** Whether a message has come since it was last looked. */
  #heard = false;

  constructor(socket: WebSocket, drained: () => void) {
    this.#socket = socket;
    this.#drained = drained;
  }

  send(text: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  /** Told of every message. */
  received(): void {
    this.#heard = true;
  }

  /**
   * Deno hangs up right behind its close frame. If anything were left to read, the peer's system would drop the frame
   * and report a reset, so a peer that is cut off for sending too much is first read to where it pauses.
   */
  close(code: number, reason: string): void {
    this.#heard = false;
    if (code !== CloseCode.PolicyViolation) this.#socket.close(code, reason);
    else setTimeout(() => (this.#heard ? this.close(code, reason) : this.#socket.close(code, reason)), QUIET_MS);
  }

  /** Deno has no other end than the handshake. */
  terminate(): void {
    this.#socket.close();
  }

  bufferedAmount(): number {
    const amount = this.#socket.bufferedAmount;
    if (amount > 0 && !this.#polling) this.#poll();
    return amount;
  }

  #poll(): void {
    this.#polling = true;
    setTimeout(() => {
      this.#polling = false;
      this.#drained();
    }, DRAIN_POLL_MS);
  }
}
