/**
 * The client of a harness (PROTOCOL §1.13): an agent behind the socket `/harness`, which takes a message, works on it by
 * itself, and tells what it does. For episodes and rewards use any other client: there a step is a turn.
 */
import { connectWebSocket } from "#connect-websocket";

import { HarnessError } from "../errors/harness-error.ts";
import { ClientClosedError, ProtocolViolationError, SessionLostError, TimeoutError } from "../errors/local-errors.ts";
import { parseBaseUrl } from "../protocol/base-url.ts";
import { isJsonObject } from "../protocol/client-message.ts";
import { CloseCode } from "../protocol/close-code.ts";
import { type HarnessEvent, isHarnessEventType } from "../protocol/harness-event.ts";
import { stringifyJson } from "../protocol/json.ts";
import { parseReply, type Reply, toWireError } from "../protocol/reply.ts";
import type { Transport } from "../transport/transport.ts";
import { type CallOptions, type ConnectOptions, duration, resolveClientOptions } from "./options.ts";

/** Options of {@link HarnessClient.connect}; those of every client that concern a connection. */
export type HarnessClientOptions = Pick<
  ConnectOptions,
  "connectTimeoutMs" | "maxMessageBytes" | "pingIntervalMs" | "pingTimeoutMs" | "token" | "headers" | "connect"
>;

/** How a turn ended. */
export interface HarnessReply {
  readonly response: string;
  /** Whether the agent takes its task for done; it may be sent further messages all the same. */
  readonly done: boolean;
  /** Everything that happened, the `turn_complete` included. */
  readonly events: readonly HarnessEvent[];
}

/** One conversation with an agent. A turn that fails ends it. */
export class HarnessClient implements AsyncDisposable {
  readonly baseUrl: string;
  readonly sessionId: string;
  /** The agent's name. */
  readonly harness: string;
  readonly #inbox: Inbox;
  readonly #transport: Transport;
  #inTurn = false;

  private constructor(baseUrl: string, transport: Transport, inbox: Inbox, { data }: Reply) {
    this.baseUrl = baseUrl;
    this.#transport = transport;
    this.#inbox = inbox;
    this.sessionId = String(data.session_id);
    this.harness = String(data.harness);
  }

  /**
   * Connects, and waits until the agent runs.
   *
   * @throws ConnectionFailedError where there is no harness, or none in production mode; CapacityReachedError,
   *   FactoryError, SessionError when it does not start; the reason of the signal
   */
  static async connect(baseUrl: string, options: HarnessClientOptions & CallOptions = {}): Promise<HarnessClient> {
    const { signal, timeoutMs, connect = connectWebSocket, ...rest } = options;
    const url = parseBaseUrl(baseUrl);
    const settings = resolveClientOptions({ ...rest, baseUrl });
    const inbox = new Inbox();
    const transport = await connect(url.socketUrl("/harness"), { ...settings, signal }, inbox);
    try {
      const first = await inbox.next(limitsOf({ signal, timeoutMs }));
      if (first.type === "error") throw toWireError(first.data);
      if (first.type !== "session_started") throw unexpected(first);
      return new HarnessClient(url.baseUrl, transport, inbox, first);
    } catch (error) {
      transport.close(CloseCode.Normal);
      throw error;
    }
  }

  /**
   * Sends a message and gives the events of its turn as they come, the last a `turn_complete`. Whoever leaves the loop
   * early, or whose limits are over, ends the conversation.
   *
   * @throws HarnessError when the turn fails, SessionLostError when the connection does, ClientClosedError after `close()`
   */
  async *stream(message: string, options: CallOptions = {}): AsyncGenerator<HarnessEvent, void> {
    if (this.#inTurn) throw new HarnessError("A turn is under way: one follows the other.");
    const limits = limitsOf(options);
    let over = false;
    this.#inTurn = true;
    try {
      this.#inbox.check();
      this.#transport.send(stringifyJson({ type: "message", content: message }));
      while (!over) {
        const event = toEvent(await this.#inbox.next(limits));
        over = event.type === "turn_complete";
        yield event;
      }
    } finally {
      this.#inTurn = false;
      // What is still to come would be taken for the next turn's.
      if (!over) await this.close();
    }
  }

  /** Sends a message and gives the outcome of its turn. Throws as {@link stream} does. */
  async send(message: string, options?: CallOptions): Promise<HarnessReply> {
    const events: HarnessEvent[] = [];
    for await (const event of this.stream(message, options)) events.push(event);
    const { response = "", done = false } = events.at(-1)?.data ?? {};
    return { response: String(response), done: done === true, events };
  }

  /** Ends the conversation. May be called more than once. */
  async close(): Promise<void> {
    this.#inbox.fail(new ClientClosedError());
    this.#transport.close(CloseCode.Normal);
    await this.#inbox.closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/** What has come and was not read, for one reader. */
class Inbox {
  readonly closed: Promise<void>;
  readonly #messages: Reply[] = [];
  #failure: Error | undefined;
  #wake: () => void = () => {};
  #onClosed: () => void = () => {};

  constructor() {
    this.closed = new Promise((resolve) => (this.#onClosed = resolve));
  }

  message(text: string): void {
    try {
      this.#messages.push(parseReply(text));
    } catch (error) {
      this.fail(error as Error);
    }
    this.#wake();
  }

  close({
    code,
    reason,
    error,
  }: {
    readonly code: number;
    readonly reason: string;
    readonly error?: Error | undefined;
  }): void {
    const why = error?.message ?? `the server closed the connection with ${code}${reason && `, "${reason}"`}`;
    this.fail(new SessionLostError(`The session is lost: ${why}`, { cause: error, details: { closeCode: code } }));
    this.#onClosed();
  }

  /** From now on nothing is read but what has come already. */
  fail(error: Error): void {
    this.#failure ??= error;
    this.#wake();
  }

  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  async next({ signal, timeoutMs, until }: Limits): Promise<Reply> {
    const wake = (): void => this.#wake();
    signal?.addEventListener("abort", wake);
    let isLate = false;
    // The timer itself says that the time is over: by the clock it may be a fraction of a millisecond early.
    const end = (): void => {
      isLate = true;
      this.#wake();
    };
    const timer = until === undefined ? undefined : setTimeout(end, until - performance.now());
    try {
      for (;;) {
        signal?.throwIfAborted();
        const message = this.#messages.shift();
        if (message !== undefined) return message;
        this.check();
        if (isLate) throw tooLate(timeoutMs);
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", wake);
    }
  }
}

function toEvent(message: Reply): HarnessEvent {
  const { type, data } = message;
  if (type === "protocol_error") throw new HarnessError(String(data.message));
  if (!isHarnessEventType(type)) throw unexpected(message);
  if (type === "error" && data.recoverable !== true) throw new HarnessError(String(data.message));
  const { timestamp } = message as { readonly timestamp?: unknown };
  return { type, timestamp: typeof timestamp === "number" ? timestamp : 0, data: isJsonObject(data) ? data : {} };
}

function unexpected({ type }: Reply): ProtocolViolationError {
  return new ProtocolViolationError(`The server sent "${type}" where an event of a harness was due.`);
}

/** The limits of a call, and when its time is over on the clock of `performance.now()`. */
interface Limits extends CallOptions {
  readonly until: number | undefined;
}

/** @throws InvalidArgumentError for an invalid `timeoutMs` */
function limitsOf({ signal, timeoutMs }: CallOptions): Limits {
  const until = timeoutMs === undefined ? undefined : performance.now() + duration("timeoutMs", timeoutMs);
  return { signal, timeoutMs, until };
}

function tooLate(timeoutMs: number | undefined): TimeoutError {
  return new TimeoutError(`The harness did not answer within timeoutMs (${timeoutMs} ms). The conversation was ended.`);
}
