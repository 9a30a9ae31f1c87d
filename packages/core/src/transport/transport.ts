/**
 * A transport moves whole text messages between one client and one server, in order. It does not look into them.
 */

/** How a transport ended. */
export interface TransportClose {
  /** The peer's close code; 1005 when its close frame had none, 1006 when the connection broke without one. */
  readonly code: number;
  /** The peer's reason; empty when it gave none. */
  readonly reason: string;
  /** True when both ends closed by the handshake of RFC 6455. */
  readonly wasClean: boolean;
  /** Why this end gave up, where it knows: a limit, a keepalive timeout, a network error. */
  readonly error?: Error | undefined;
}

/** Who is told what arrives. Neither function may throw. */
export interface TransportHandlers {
  message(text: string): void;
  /** Called exactly once, also after {@link Transport.terminate}. Nothing is called after it. */
  close(close: TransportClose): void;
}

/** One open connection. Sending on one that is closing or closed does nothing. */
export interface Transport {
  /** False from the moment either end starts to close. */
  readonly isOpen: boolean;
  /** Bytes accepted by {@link send} that have not left yet. */
  readonly bufferedAmount: number;
  send(text: string): void;
  /** Starts the closing handshake; the connection is cut when the peer has not answered within {@link CLOSE_TIMEOUT_MS}. */
  close(code?: number, reason?: string): void;
  /** Cuts the connection at once. */
  terminate(): void;
}

/** Limits of one connection. Names are those of the client's options, since errors quote them. */
export interface TransportOptions {
  /** Headers of the opening handshake. Browsers cannot send any. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A larger message ends the connection with `MessageTooLargeError`, in bytes of UTF-8. */
  readonly maxMessageBytes: number;
  /** Longest opening handshake, in milliseconds. */
  readonly connectTimeoutMs: number;
  /** Time between pings, in milliseconds; `null` sends none. Browsers send none in any case. */
  readonly pingIntervalMs: number | null;
  /** Longest silence after a ping, in milliseconds; `null` waits for ever. */
  readonly pingTimeoutMs: number | null;
  /** Gives up the opening handshake; of no effect afterwards. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens a connection. Handlers are given here, not afterwards, because the first message may arrive together with the
 * server's answer to the handshake. They are called only after the promise was resolved or in the same turn.
 *
 * Rejects with `ConnectionFailedError`, with `TimeoutError` naming `connectTimeoutMs`, or with the signal's reason.
 */
export type Connect = (url: string, options: TransportOptions, handlers: TransportHandlers) => Promise<Transport>;

/** How long a closing handshake may take before the connection is cut, in milliseconds. */
export const CLOSE_TIMEOUT_MS = 2000;
