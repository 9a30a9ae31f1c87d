/** A socket of the `ws` package as a {@link SocketPort}. */
import process from "node:process";
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";

import type { SocketPort } from "../server/connection.ts";
import { textFrame } from "./node-frame.ts";

export class NodePort implements SocketPort {
  readonly #ws: WebSocket;
  readonly #socket: Duplex;

  /** @param socket the stream that `ws` writes to */
  constructor(ws: WebSocket, socket: Duplex) {
    this.#ws = ws;
    this.#socket = socket;
  }

  /**
   * All messages of one turn leave in one write: the replies to what one read has brought, and those of an environment
   * whose promises settle together. Under pipelining this is twice the throughput or more (docs/performance.md).
   *
   * The frame is made here, since `ws` takes two buffers, two chunks and an object of options for each. It goes to the
   * stream at once, so it stands before whatever `ws` sends later: pongs and the close frame.
   */
  send(text: string): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    if (this.#socket.writableCorked === 0) {
      this.#socket.cork();
      process.nextTick(this.#endTurn);
    }
    this.#socket.write(textFrame(text));
  }

  close(code: number, reason: string): void {
    this.#ws.close(code, reason);
  }

  terminate(): void {
    this.#ws.terminate();
  }

  bufferedAmount(): number {
    return this.#ws.bufferedAmount;
  }

  ping(): void {
    this.#ws.ping();
  }

  pause(): void {
    this.#ws.pause();
  }

  resume(): void {
    this.#ws.resume();
  }

  readonly #endTurn = (): void => {
    this.#socket.uncork();
  };
}
