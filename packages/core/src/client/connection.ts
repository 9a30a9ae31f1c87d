/**
 * One connection and the session on it, from the handshake to the end: it sends calls in order and hands each reply to
 * the call it belongs to. It is used once: {@link Channel} makes the next one. It does not look into what is sent.
 *
 * Replies carry no id (PROTOCOL §2.3), so they are told apart by their order alone. Whatever puts that order in doubt
 * ends the connection: a late reply must never reach another call.
 */
import { ClientClosedError, MessageTooLargeError, ProtocolViolationError } from "../errors/local-errors.ts";
import type { WireError } from "../errors/wire-errors.ts";
import { CloseCode } from "../protocol/close-code.ts";
import { isReplyTo, parseReply, type Reply, toWireError } from "../protocol/reply.ts";
import type { JsonObject } from "../types.ts";
import { CLOSE_TIMEOUT_MS } from "../transport/transport.ts";
import type {
  Connect,
  Transport,
  TransportClose,
  TransportHandlers,
  TransportOptions,
} from "../transport/transport.ts";
import { replyTypeOf, type Abandoned, type PendingRequest } from "./pending-request.ts";
import { RequestQueue } from "./request-queue.ts";
import { lossByClose, serverRefusedSize, sessionLost, type SessionLoss } from "./session-loss.ts";

/** How a connection ended, for whoever may open the next. */
export type ConnectionEnd =
  /** No session was lost, since none had begun: the connection failed or the server refused the session. */
  | { readonly type: "none"; readonly undelivered: WireError | undefined }
  /** The session, with whatever episode it had, is gone. */
  | { readonly type: "lost"; readonly loss: SessionLoss };

export interface ConnectionOptions extends TransportOptions {
  readonly messageTimeoutMs: number;
  /** Reads a message's envelope. Default: {@link parseReply}, which reads all of it. */
  readonly readEnvelope?: ((text: string) => Reply) | undefined;
  /** Why the session before this one was lost: only a reset may be sent first. `null` when there was none. */
  readonly lost: SessionLoss | null;
  readonly onEnd: (end: ConnectionEnd) => void;
}

/** The codes after which a server ends the session (PROTOCOL §2.5). */
const FATAL_CODES: ReadonlySet<unknown> = new Set(["CAPACITY_REACHED", "FACTORY_ERROR", "SESSION_ERROR"]);

const CLOSE_MESSAGE = '{"type":"close"}';

export class Connection implements TransportHandlers, Abandoned {
  readonly #queue: RequestQueue;
  readonly #readEnvelope: (text: string) => Reply;
  readonly #onEnd: (end: ConnectionEnd) => void;
  readonly #handshake = new AbortController();
  /** Set until a reset was sent, when the session before this one was lost. */
  #mustReset: SessionLoss | null;
  #transport: Transport | null = null;
  #answered = false;
  #ended = false;
  #onClosed: (() => void) | undefined;

  constructor(url: string, connect: Connect, options: ConnectionOptions) {
    const { messageTimeoutMs, readEnvelope = parseReply, lost, onEnd, ...transportOptions } = options;
    this.#queue = new RequestQueue(messageTimeoutMs, this);
    this.#readEnvelope = readEnvelope;
    this.#mustReset = lost;
    this.#onEnd = onEnd;
    connect(url, { ...transportOptions, signal: this.#handshake.signal }, this).then(
      (transport) => this.#open(transport),
      (error: unknown) => this.#end({ type: "none", undelivered: undefined }, () => error),
    );
  }

  /** True while calls may be given to it: it is connecting, or open. */
  get usable(): boolean {
    return this.#transport === null ? !this.#ended : this.#transport.isOpen && !this.#ended;
  }

  /** Takes a call. On a connection whose end is near it waits for that end and is told the reason. */
  add(request: PendingRequest): void {
    request.owner = this;
    if (this.#transport !== null && this.#transport.isOpen) this.#send(request, this.#transport);
    else this.#queue.push(request);
  }

  abandoned(request: PendingRequest, error: unknown): void {
    this.#queue.remove(request);
    request.reject(error);
    if (!request.sent || this.#ended) return;
    const why = `a call of ${request.kind} was given up before its reply had come`;
    this.#lose({ why, cause: error instanceof Error ? error : undefined, details: { call: request.kind } });
    this.#transport?.terminate();
  }

  /** Gives the connection up for another one. */
  discard(): void {
    this.#lose({ why: "another connection took its place", cause: undefined, details: {} });
    this.#transport?.terminate();
  }

  /**
   * Ends the session. Calls in flight reject with `ClientClosedError` at once; resolves when the server has closed, so
   * that its slot is free, or after {@link CLOSE_TIMEOUT_MS}.
   */
  shutdown(): Promise<void> {
    const transport = this.#transport;
    this.#end({ type: "none", undelivered: undefined }, () => new ClientClosedError());
    this.#handshake.abort(new ClientClosedError());
    if (transport === null || !transport.isOpen) return Promise.resolve();
    transport.send(CLOSE_MESSAGE);
    // A server in the middle of a step, or one that has not made the environment yet, comes to the message only later.
    transport.close(CloseCode.Normal);
    return new Promise((resolve) => {
      const timer = setTimeout(() => transport.terminate(), CLOSE_TIMEOUT_MS);
      this.#onClosed = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  message(text: string): void {
    if (this.#ended) return;
    if (this.#transport === null) this.#answerConnects();
    let reply: Reply;
    try {
      reply = this.#readEnvelope(text);
    } catch (error) {
      this.#violated(error as ProtocolViolationError);
      return;
    }
    const request = this.#queue.head;
    if (reply.type === "error") this.#refuse(request, reply.data);
    else if (request === null || !request.sent) this.#violated(unasked(reply));
    else if (!isReplyTo(reply, replyTypeOf(request.kind))) this.#violated(mistaken(reply, request));
    else this.#answer(request, reply, text);
  }

  close(close: TransportClose): void {
    this.#onClosed?.();
    if (this.#ended) return;
    if (this.#transport === null) this.#answerConnects();
    const { head } = this.#queue;
    const loss = lossByClose(close, this.#queue.largestSent());
    this.#end({ type: "lost", loss }, (request) => {
      // A reply over this end's limit is the one that was due; a message over the server's may be any that was sent.
      if (close.error instanceof MessageTooLargeError) return request === head ? close.error : sessionLost(loss);
      return request.sent && close.code === CloseCode.MessageTooBig ? serverRefusedSize(close) : sessionLost(loss);
    });
  }

  #open(transport: Transport): void {
    if (this.#ended) {
      transport.terminate();
      return;
    }
    this.#transport = transport;
    for (const request of this.#queue.drain()) this.add(request);
  }

  /**
   * What the server says may overtake the news that the handshake is done. `connect` succeeds all the same, so that it
   * does not depend on the packets whether it or the first call is told of a refusal.
   */
  #answerConnects(): void {
    for (const request of this.#queue.drain()) {
      if (request.kind === "connect") request.resolve(undefined);
      else this.#queue.push(request);
    }
  }

  #send(request: PendingRequest, transport: Transport): void {
    if (request.kind === "connect") {
      request.resolve(undefined);
      return;
    }
    if (this.#mustReset !== null) {
      if (request.kind !== "reset") {
        request.reject(sessionLost(this.#mustReset));
        return;
      }
      this.#mustReset = null;
    }
    request.sent = true;
    this.#queue.push(request);
    transport.send(request.text);
  }

  #answer(request: PendingRequest, reply: Reply, text: string): void {
    this.#answered = true;
    this.#queue.shift();
    let value: unknown;
    try {
      value = request.read(reply.data, text);
    } catch (error) {
      // It is this call's reply, only not of the form it should have: the session goes on.
      request.reject(error);
      return;
    }
    request.resolve(value);
  }

  /** An error frame: the reply to a call, or the server's reason for ending the session, which nobody asked for. */
  #refuse(request: PendingRequest | null, data: JsonObject): void {
    const error = toWireError(data);
    if (request !== null) {
      this.#queue.shift();
      request.reject(error);
    }
    if (request?.sent === true && !FATAL_CODES.has(error.code)) {
      this.#answered = true;
      return;
    }
    if (this.#answered) {
      const why = `the server ended it with ${error.code}: ${error.message}`;
      this.#lose({ why, cause: error, details: error.details });
    } else {
      // No session had begun: whoever comes next is told why, be it after the close (PROTOCOL §5.3).
      this.#end({ type: "none", undelivered: request === null ? error : undefined }, () => toWireError(data));
    }
    this.#transport?.close(CloseCode.Normal);
  }

  #violated(error: ProtocolViolationError): void {
    const { head } = this.#queue;
    const loss: SessionLoss = { why: error.message.replace(/\.$/, ""), cause: error, details: error.details };
    this.#end({ type: "lost", loss }, (request) => (request === head ? error : sessionLost(loss)));
    this.#transport?.terminate();
  }

  #lose(loss: SessionLoss): void {
    this.#end({ type: "lost", loss }, () => sessionLost(loss));
  }

  #end(end: ConnectionEnd, errorFor: (request: PendingRequest) => unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#onEnd(end);
    for (const request of this.#queue.drain()) request.reject(errorFor(request));
  }
}

function unasked(reply: Reply): ProtocolViolationError {
  return new ProtocolViolationError(`The server sent "${reply.type}" without being asked.`);
}

function mistaken(reply: Reply, request: PendingRequest): ProtocolViolationError {
  return new ProtocolViolationError(`The server answered ${request.kind} with "${reply.type}".`);
}
