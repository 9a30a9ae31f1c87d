/**
 * A connection that outlives its sockets (docs/protocol.md, "Sessions that are resumed"): when one breaks, the next goes on
 * with the same session. The server says how many messages it has taken, so what it took is never sent again, and what it
 * never got is. Whoever uses this transport sees one connection, and a reply that comes later.
 */
import { ConnectionFailedError, MessageTooLargeError, ProtocolViolationError } from "../errors/local-errors.ts";
import { WireError } from "../errors/wire-errors.ts";
import { CloseCode } from "../protocol/close-code.ts";
import { parseReply, type Reply, toWireError } from "../protocol/reply.ts";
import type {
  Connect,
  Transport,
  TransportClose,
  TransportHandlers,
  TransportOptions,
} from "../transport/transport.ts";

/** Waits between attempts to come back, in milliseconds: twice as long each time, up to the second. */
const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 1000;

/** A server is told what has arrived when it keeps so many replies, or so many UTF-16 units. */
const ACKNOWLEDGED_REPLIES = 32;
const ACKNOWLEDGED_CHARACTERS = 64 * 1024;

/** After these the server has ended the session, or would again. */
const FINAL_CODES: ReadonlySet<number> = new Set([
  CloseCode.Normal,
  CloseCode.GoingAway,
  CloseCode.PolicyViolation,
  CloseCode.MessageTooBig,
]);

/**
 * A connector whose connections are resumed. Each has a session of its own. A server that does not know how gives usual
 * connections.
 */
export function resuming(connect: Connect): Connect {
  return async (url, options, handlers) => {
    const transport = new ResumingTransport(url, connect, options, handlers);
    try {
      await transport.begin();
    } catch (error) {
      if (isUnknownPath(error)) return connect(url, options, handlers);
      throw error;
    }
    return transport;
  };
}

class ResumingTransport implements Transport {
  readonly #url: string;
  readonly #connect: Connect;
  readonly #options: TransportOptions;
  readonly #handlers: TransportHandlers;
  readonly #key: string = crypto.randomUUID();
  readonly #givenUp = new AbortController();
  /** The socket there is now, when the server has said where the session stands. */
  #current: Transport | undefined;
  /** How long the server keeps the session without a socket, in milliseconds; 0 until it has said so. */
  #windowMs = 0;
  #received = 0;
  /** What was sent and has no reply, in order. */
  #unanswered: string[] = [];
  #unacknowledgedReplies = 0;
  #unacknowledgedCharacters = 0;
  #state: "open" | "closing" | "closed" = "open";

  constructor(url: string, connect: Connect, options: TransportOptions, handlers: TransportHandlers) {
    this.#url = `${url}/resume?key=${this.#key}`;
    this.#connect = connect;
    this.#options = options;
    this.#handlers = handlers;
  }

  get isOpen(): boolean {
    return this.#state === "open";
  }

  get bufferedAmount(): number {
    return this.#current?.bufferedAmount ?? 0;
  }

  /** Opens the first socket. Rejects when that cannot be. */
  begin(): Promise<void> {
    return this.#attempt(this.#url, this.#options);
  }

  send(text: string): void {
    if (this.#state !== "open") return;
    this.#unanswered.push(text);
    this.#current?.send(text);
  }

  close(code: number = CloseCode.Normal, reason = ""): void {
    if (this.#state !== "open") return;
    this.#state = "closing";
    if (this.#current === undefined) this.#finish({ code, reason, wasClean: false });
    else this.#current.close(code, reason);
  }

  /** By a normal end, so that the server does not wait for anybody; whoever uses this transport does not wait either. */
  terminate(): void {
    this.#current?.close(CloseCode.Normal);
    this.#finish({ code: 1006, reason: "", wasClean: false });
  }

  /** One socket, up to the server's word of where the session stands. */
  #attempt(url: string, options: TransportOptions): Promise<void> {
    return new Promise((resolve, reject) => {
      let transport: Transport | undefined;
      let taken: number | undefined;
      let over = false;
      const adopt = (): void => {
        if (transport === undefined || taken === undefined) return;
        this.#current = transport;
        for (const text of this.#unanswered.slice(Math.max(0, taken - this.#received))) transport.send(text);
        if (this.#state !== "open") transport.close(CloseCode.Normal);
        resolve();
      };
      const handlers: TransportHandlers = {
        message: (text) => {
          if (over) return;
          if (taken !== undefined) {
            this.#receive(text);
            return;
          }
          try {
            taken = this.#greeted(text);
          } catch (error) {
            over = true;
            transport?.terminate();
            reject(error);
            return;
          }
          adopt();
        },
        close: (close) => {
          if (over) return;
          over = true;
          if (taken === undefined || transport === undefined) reject(close.error ?? brokeAtOnce(close));
          else this.#lost(close);
        },
      };
      const open = async (): Promise<void> => {
        transport = await this.#connect(url, options, handlers);
        if (over || this.#state === "closed") transport.terminate();
        else adopt();
      };
      open().catch(reject);
    });
  }

  /**
   * Reads the first message of a socket.
   *
   * @returns messages that the server has taken
   * @throws the server's error when it refuses to go on; on the first socket that is an answer as any other
   */
  #greeted(text: string): number {
    const { type, data } = parseReply(text);
    if (type === "session") {
      const { taken, window_ms: windowMs } = data;
      const sent = this.#received + this.#unanswered.length;
      if (typeof taken !== "number" || taken < this.#received || taken > sent || typeof windowMs !== "number") {
        throw new ProtocolViolationError(`The server says it took ${String(taken)} of ${sent} messages.`);
      }
      this.#windowMs = windowMs;
      return taken;
    }
    if (type !== "error" || this.#windowMs > 0) throw refusal({ type, data });
    // No session has begun: what keeps it from that is told as on a usual connection, before the close behind it.
    this.#handlers.message(text);
    return 0;
  }

  #receive(text: string): void {
    if (this.#state === "closed") return;
    this.#received += 1;
    this.#unanswered.shift();
    this.#unacknowledgedReplies += 1;
    this.#unacknowledgedCharacters += text.length;
    if (
      this.#unacknowledgedReplies >= ACKNOWLEDGED_REPLIES ||
      this.#unacknowledgedCharacters >= ACKNOWLEDGED_CHARACTERS
    ) {
      this.#unacknowledgedReplies = 0;
      this.#unacknowledgedCharacters = 0;
      this.#current?.send(`{"type":"received","data":{"count":${this.#received}}}`);
    }
    this.#handlers.message(text);
  }

  #lost(close: TransportClose): void {
    this.#current = undefined;
    const { code, error } = close;
    const isOurs = error instanceof MessageTooLargeError || error instanceof ProtocolViolationError;
    if (this.#state !== "open" || isOurs || FINAL_CODES.has(code) || this.#windowMs === 0) this.#finish(close);
    else void this.#comeBack(close);
  }

  async #comeBack(close: TransportClose): Promise<void> {
    const deadline = performance.now() + this.#windowMs;
    let failure: unknown = close.error;
    for (let waitMs = FIRST_WAIT_MS; this.#state === "open"; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      const leftMs = deadline - performance.now();
      if (leftMs <= 0) {
        const why = failure instanceof Error ? failure.message : "nobody answered";
        const error = new ConnectionFailedError(`it was not resumed within ${this.#windowMs} ms: ${why}`);
        this.#finish({ ...close, error });
        return;
      }
      try {
        await this.#attempt(`${this.#url}&received=${this.#received}`, {
          ...this.#options,
          connectTimeoutMs: Math.min(this.#options.connectTimeoutMs, leftMs),
          signal: this.#givenUp.signal,
        });
        return;
      } catch (error) {
        if (isRefusal(error)) {
          this.#finish({ ...close, error });
          return;
        }
        failure = error;
      }
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }

  #finish(close: TransportClose): void {
    if (this.#state === "closed") return;
    this.#state = "closed";
    this.#unanswered = [];
    this.#givenUp.abort(new ConnectionFailedError("The connection was given up."));
    this.#handlers.close(close);
  }
}

/** The answer of a server that serves nothing there (DESIGN: the sign to fall back). */
function isUnknownPath(error: unknown): boolean {
  const status = error instanceof ConnectionFailedError ? error.details.status : undefined;
  return status === 403 || status === 404;
}

/** Whether a server would say the same another time. */
function isRefusal(error: unknown): error is Error {
  if (error instanceof ConnectionFailedError) return error.details.status !== undefined && !error.retryable;
  return error instanceof ProtocolViolationError || error instanceof WireError;
}

function refusal(reply: Reply): Error {
  if (reply.type === "error") return toWireError(reply.data);
  return new ProtocolViolationError(`The server began a session with "${reply.type}".`);
}

function brokeAtOnce({ code, reason }: TransportClose): ConnectionFailedError {
  return new ConnectionFailedError(
    `The connection broke before the session had begun (${code}${reason && ` ${reason}`}).`,
  );
}
