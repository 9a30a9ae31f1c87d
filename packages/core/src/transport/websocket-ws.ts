/**
 * A transport over the `ws` package, for Node (whose own client offers compression and cannot ping) and Deno (whose
 * own client refuses messages over 64 MiB). Must hold nothing that the other socket file needs too.
 */
import type { WebSocket } from "ws";

import { ProtocolViolationError } from "../errors/local-errors.ts";
import { CloseCode, truncateCloseReason } from "../protocol/close-code.ts";
import { cannotConnect, type Handshake, openWithin, upgradeRefused } from "./handshake.ts";
import { Keepalive, type KeepaliveTarget } from "./keepalive.ts";
import { receivedTooLarge } from "./message-size.ts";
import { CLOSE_TIMEOUT_MS } from "./transport.ts";
import type { Connect, Transport, TransportClose, TransportHandlers, TransportOptions } from "./transport.ts";

/** How much of the body of a refused upgrade an error quotes, in characters. */
const MAX_REFUSAL_BODY = 1000;

/** Opens a WebSocket. Offers neither a subprotocol nor compression (PROTOCOL §10.6). */
export const connectWebSocket: Connect = async (url, options, handlers) => {
  // With the first connection: a program that only imports a client, or one that blocks, does without it.
  const ws = await import("ws");
  return openWithin(url, options, (handshake) => {
    const socket = new ws.WebSocket(url, {
      headers: { ...options.headers },
      perMessageDeflate: false,
      maxPayload: options.maxMessageBytes,
      closeTimeout: CLOSE_TIMEOUT_MS,
    } as WebSocket.ClientOptions);
    const transport = new WsTransport(socket, url, options, handlers, handshake);
    return () => transport.terminate();
  });
};

/** The part of `net.Socket` that tells whether anything arrives. */
interface ByteCounter {
  readonly bytesRead: number;
}

class WsTransport implements Transport, KeepaliveTarget {
  readonly #socket: WebSocket;
  readonly #handlers: TransportHandlers;
  readonly #maxMessageBytes: number;
  readonly #keepalive: Keepalive | null;
  #stream: ByteCounter | null = null;
  #error: Error | undefined;
  #ended = false;

  constructor(
    socket: WebSocket,
    url: string,
    options: TransportOptions,
    handlers: TransportHandlers,
    handshake: Handshake,
  ) {
    const { pingIntervalMs, pingTimeoutMs } = options;
    this.#socket = socket;
    this.#handlers = handlers;
    this.#maxMessageBytes = options.maxMessageBytes;
    this.#keepalive = pingIntervalMs === null ? null : new Keepalive(this, pingIntervalMs, pingTimeoutMs);
    let opened = false;
    socket.on("upgrade", (response) => {
      this.#stream = response.socket;
    });
    socket.on("unexpected-response", (_request, response) => {
      const { statusCode = 0 } = response;
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (body = (body + chunk).slice(0, MAX_REFUSAL_BODY)));
      response.on("close", () => {
        handshake.fail(upgradeRefused(url, statusCode, body.trim()));
        socket.terminate();
      });
    });
    socket.on("open", () => {
      opened = true;
      this.#keepalive?.start();
      handshake.succeed(this);
    });
    // A text arrives as a Buffer of checked UTF-8; a binary message is read as one, as the Python client does.
    socket.on("message", (data) => handlers.message((data as Buffer).toString()));
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (!opened) handshake.fail(cannotConnect(url, describe(error), error));
      else this.#fail(error);
    });
    socket.on("close", (code, reason) => {
      if (opened) this.#finish({ code, reason: reason.toString(), wasClean: code !== 1006, error: this.#error });
    });
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  get bufferedAmount(): number {
    return this.#socket.bufferedAmount;
  }

  send(text: string): void {
    this.#socket.send(text);
  }

  close(code: number = CloseCode.Normal, reason = ""): void {
    this.#socket.close(code, truncateCloseReason(reason));
  }

  terminate(): void {
    this.#socket.terminate();
  }

  ping(): void {
    if (this.isOpen) this.#socket.ping();
  }

  arrivals(): number {
    return this.#stream?.bytesRead ?? 0;
  }

  silent(error: Error): void {
    this.#error = error;
    this.terminate();
  }

  /** `ws` closes by itself after an error of the protocol, but slowly: who waits is told at once (WS-03, WS-07). */
  #fail(error: NodeJS.ErrnoException): void {
    const { code } = error;
    if (code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH") {
      const tooLarge = receivedTooLarge(this.#maxMessageBytes, error);
      this.#finish({ code: CloseCode.MessageTooBig, reason: "", wasClean: false, error: tooLarge });
    } else if (code?.startsWith("WS_ERR_") === true) {
      const violation = new ProtocolViolationError(`The peer broke the WebSocket protocol: ${error.message}`, {
        cause: error,
      });
      this.#finish({ code: 1006, reason: "", wasClean: false, error: violation });
    } else {
      this.#error ??= error;
    }
  }

  #finish(close: TransportClose): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#keepalive?.stop();
    this.#handlers.close(close);
  }
}

/** An `AggregateError` of several addresses has an empty message. */
function describe(error: NodeJS.ErrnoException): string {
  return error.message === "" ? (error.code ?? error.name) : error.message;
}
