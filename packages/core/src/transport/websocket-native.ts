/**
 * A transport over the runtime's own `WebSocket`: Bun, browsers, workerd. What Bun adds to the standard (headers,
 * ping, terminate) is used where it is there.
 */
import { InvalidArgumentError } from "../errors/local-errors.ts";
import { CloseCode, truncateCloseReason } from "../protocol/close-code.ts";
import { cannotConnect, type Handshake, openWithin, upgradeRefused } from "./handshake.ts";
import { Keepalive, type KeepaliveTarget } from "./keepalive.ts";
import { exceedsUtf8Bytes, receivedTooLarge } from "./message-size.ts";
import { CLOSE_TIMEOUT_MS } from "./transport.ts";
import type { Connect, Transport, TransportClose, TransportHandlers, TransportOptions } from "./transport.ts";

/** The standard's socket, with what Bun adds to it. */
interface NativeSocket extends WebSocket {
  ping?(): void;
  terminate?(): void;
}

interface NativeSocketOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly perMessageDeflate: boolean;
}

/** Bun refuses a message over 128 MiB by itself; no option raises that. */
const BUN_MAX_MESSAGE_BYTES = 128 * 1024 * 1024;

type NativeSocketClass = new (url: string, options?: NativeSocketOptions) => NativeSocket;

/** Opens a WebSocket. Offers no subprotocol, and no compression where that can be chosen (PROTOCOL §10.6). */
export const connectWebSocket: Connect = (url, options, handlers) => {
  const extended = "ping" in WebSocket.prototype;
  const { headers } = options;
  if (!extended && headers !== undefined && Object.keys(headers).length > 0) {
    return Promise.reject(
      new InvalidArgumentError(
        "headers",
        "A browser sends no headers of your own with a WebSocket: leave `headers` out.",
      ),
    );
  }
  return openWithin(url, options, (handshake) => {
    const Socket = WebSocket as unknown as NativeSocketClass;
    // A browser would take the options for a subprotocol.
    const socket = extended ? new Socket(url, { headers: { ...headers }, perMessageDeflate: false }) : new Socket(url);
    const transport = new NativeTransport(socket, url, options, handlers, handshake);
    return () => transport.terminate();
  });
};

class NativeTransport implements Transport, KeepaliveTarget {
  readonly #socket: NativeSocket;
  readonly #handlers: TransportHandlers;
  readonly #maxMessageBytes: number;
  readonly #keepalive: Keepalive | null;
  #arrivals = 0;
  #opened = false;
  #ended = false;
  #error: Error | undefined;
  #closeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    socket: NativeSocket,
    url: string,
    options: TransportOptions,
    handlers: TransportHandlers,
    handshake: Handshake,
  ) {
    const { pingIntervalMs, pingTimeoutMs } = options;
    this.#socket = socket;
    this.#handlers = handlers;
    this.#maxMessageBytes = options.maxMessageBytes;
    this.#keepalive =
      pingIntervalMs === null || socket.ping === undefined ? null : new Keepalive(this, pingIntervalMs, pingTimeoutMs);
    socket.binaryType = "arraybuffer";
    socket.addEventListener("open", () => {
      this.#opened = true;
      this.#keepalive?.start();
      handshake.succeed(this);
    });
    socket.addEventListener("message", (event: MessageEvent<string | ArrayBuffer>) => this.#receive(event.data));
    socket.addEventListener("pong", () => (this.#arrivals += 1));
    socket.addEventListener("error", (event) => {
      const { message, error } = event as Partial<ErrorEvent>;
      if (!this.#opened) handshake.fail(refusal(url, message, error));
      else this.#fail(error);
    });
    socket.addEventListener("close", (event) => {
      const { code, reason, wasClean } = event;
      clearTimeout(this.#closeTimer);
      if (this.#opened) this.#finish({ code, reason, wasClean, error: this.#error });
      else handshake.fail(refusal(url, undefined, undefined));
    });
  }

  get isOpen(): boolean {
    return this.#socket.readyState === 1;
  }

  get bufferedAmount(): number {
    return this.#socket.bufferedAmount;
  }

  send(text: string): void {
    if (this.#socket.readyState === 1) this.#socket.send(text);
  }

  close(code: number = CloseCode.Normal, reason = ""): void {
    if (this.#ended || this.#closeTimer !== undefined) return;
    this.#closeTimer = setTimeout(() => this.terminate(), CLOSE_TIMEOUT_MS);
    this.#socket.close(code, truncateCloseReason(reason));
  }

  terminate(): void {
    if (this.#socket.terminate !== undefined) this.#socket.terminate();
    else this.#socket.close();
    // A browser goes on waiting for the peer; whoever uses this transport does not.
    if (this.#opened) this.#finish({ code: 1006, reason: "", wasClean: false, error: this.#error });
  }

  ping(): void {
    if (this.isOpen) this.#socket.ping?.();
  }

  arrivals(): number {
    return this.#arrivals;
  }

  silent(error: Error): void {
    this.#error = error;
    this.terminate();
  }

  #receive(data: string | ArrayBuffer): void {
    if (this.#ended) return;
    this.#arrivals += 1;
    // A binary message is read as UTF-8, as the Python client does.
    const text = typeof data === "string" ? data : new TextDecoder().decode(data);
    if (exceedsUtf8Bytes(text, this.#maxMessageBytes)) this.#refuseMessage(this.#maxMessageBytes);
    else this.#handlers.message(text);
  }

  #fail(error: Error | undefined): void {
    const { code } = (error ?? {}) as { code?: string };
    if (code !== "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH") this.#error ??= error;
    else this.#refuseMessage(Math.min(this.#maxMessageBytes, BUN_MAX_MESSAGE_BYTES), error);
  }

  #refuseMessage(limit: number, cause?: Error): void {
    // A browser may not send 1009.
    this.close(this.#socket.terminate === undefined ? CloseCode.Normal : CloseCode.MessageTooBig);
    const error = receivedTooLarge(limit, cause);
    this.#finish({ code: CloseCode.MessageTooBig, reason: "", wasClean: false, error });
  }

  #finish(close: TransportClose): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#keepalive?.stop();
    this.#handlers.close(close);
  }
}

/** The standard tells nothing about a failed handshake; Bun has a sentence, with the status where there was one. */
function refusal(url: string, message: string | undefined, cause: unknown): Error {
  const status = /status code: (\d{3})/.exec(message ?? "")?.[1];
  if (status !== undefined) return upgradeRefused(url, Number(status), "", cause);
  return cannotConnect(url, message || "the WebSocket could not be opened", cause);
}
