/**
 * The first message of a connection, kept from the client: the server's answer to a question of ours, which shows that
 * it has given the connection a session.
 */
import { ConnectionFailedError, TimeoutError } from "../errors/local-errors.ts";
import type { Transport, TransportClose, TransportHandlers } from "../transport/transport.ts";

/** On a socket this gives the socket's own session and changes nothing (PROTOCOL §3.2). */
const WHICH_SESSION = '{"type":"mcp","data":{"jsonrpc":"2.0","id":0,"method":"openenv/session/create"}}';

/** The longest wait, and the option that sets it. */
export interface AnswerLimit {
  readonly option: string;
  readonly ms: number;
}

/** Keeps the first message for itself and passes on the others. */
export class FirstAnswer implements TransportHandlers {
  readonly #handlers: TransportHandlers;
  readonly #first: Promise<string>;
  #settle: { resolve(text: string): void; reject(error: Error): void } | undefined;

  constructor(handlers: TransportHandlers) {
    this.#handlers = handlers;
    this.#first = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
    // It may fail before anybody waits for it.
    this.#first.catch(() => {});
  }

  /**
   * Asks which session the connection has.
   *
   * @throws TimeoutError, or ConnectionFailedError when the server closes instead
   */
  async ask(transport: Transport, { option, ms }: AnswerLimit): Promise<string> {
    if (transport.isOpen) transport.send(WHICH_SESSION);
    const timer = setTimeout(() => {
      this.#end(new TimeoutError(`The server did not say within ${option} (${ms} ms) which session it gave.`));
    }, ms);
    try {
      return await this.#first;
    } finally {
      clearTimeout(timer);
    }
  }

  message(text: string): void {
    const waiting = this.#settle;
    if (waiting === undefined) {
      this.#handlers.message(text);
      return;
    }
    this.#settle = undefined;
    waiting.resolve(text);
  }

  close(close: TransportClose): void {
    if (this.#settle === undefined) {
      this.#handlers.close(close);
      return;
    }
    const { code, reason, error } = close;
    const why = `${code}${reason === "" ? "" : `, ${reason.replace(/\.$/, "")}`}`;
    const message = `The server closed the connection (${why}) before it said which session it gave.`;
    this.#end(new ConnectionFailedError(message, { cause: error, details: { code, reason } }));
  }

  #end(error: Error): void {
    this.#settle?.reject(error);
    this.#settle = undefined;
  }
}
