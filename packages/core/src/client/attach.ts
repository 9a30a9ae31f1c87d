/**
 * Connects to a session that there is already (PROTOCOL §2.10), and sees that this is what happened: a server that does
 * not know of it gives a session of its own to whoever asks, and tools and episode would live in two environments.
 */
import { ConnectionFailedError, ProtocolViolationError, TimeoutError } from "../errors/local-errors.ts";
import { isJsonObject } from "../protocol/client-message.ts";
import { CloseCode } from "../protocol/close-code.ts";
import { parseReply, toWireError } from "../protocol/reply.ts";
import type { Connect, Transport, TransportHandlers } from "../transport/transport.ts";

/** On a socket this gives the socket's own session and changes nothing (PROTOCOL §3.2). */
const WHICH_SESSION = '{"type":"mcp","data":{"jsonrpc":"2.0","id":0,"method":"openenv/session/create"}}';

/**
 * A connector whose connections are attached to `sessionId`, or rejected.
 *
 * @throws SessionError when there is no such session, or a socket on it; ProtocolViolationError when the server gave
 *   another one
 */
export function attachedTo(sessionId: string, connect: Connect): Connect {
  return async (url, options, handlers) => {
    const answer = new FirstAnswer(handlers);
    const transport = await connect(`${url}?session_id=${encodeURIComponent(sessionId)}`, options, answer);
    try {
      checkAnswer(await answer.ask(transport, options.connectTimeoutMs), sessionId);
    } catch (error) {
      transport.close(CloseCode.Normal);
      throw error;
    }
    return transport;
  };
}

/** Keeps the first message for itself and passes on the others. */
class FirstAnswer implements TransportHandlers {
  readonly #handlers: TransportHandlers;
  readonly #first: Promise<string>;
  #settle: { resolve(text: string): void; reject(error: Error): void } | undefined;

  constructor(handlers: TransportHandlers) {
    this.#handlers = handlers;
    this.#first = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
    // It may fail before anybody waits for it.
    this.#first.catch(() => {});
  }

  async ask(transport: Transport, timeoutMs: number): Promise<string> {
    if (transport.isOpen) transport.send(WHICH_SESSION);
    const timer = setTimeout(() => {
      this.#end(
        new TimeoutError(`The server did not say within connectTimeoutMs (${timeoutMs} ms) which session it gave.`),
      );
    }, timeoutMs);
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

  close(...args: Parameters<TransportHandlers["close"]>): void {
    if (this.#settle === undefined) this.#handlers.close(...args);
    else this.#end(new ConnectionFailedError("The server closed the connection before it said which session it gave."));
  }

  #end(error: Error): void {
    this.#settle?.reject(error);
    this.#settle = undefined;
  }
}

function checkAnswer(text: string, sessionId: string): void {
  const { type, data } = parseReply(text);
  if (type === "error") throw toWireError(data);
  const given = isJsonObject(data.result) ? data.result.session_id : undefined;
  if (given === sessionId) return;
  throw new ProtocolViolationError(
    `The server did not attach this connection to the session ${sessionId}: it gave ${String(given)}. ` +
      "Servers before openenv 0.10.0 do not know how.",
    { details: { sessionId, given } },
  );
}
