/**
 * One session: an environment and the messages for it, as a state machine between "a message arrived" and "a message to
 * send". It knows no socket and no clock. Messages run one at a time, in order; sessions never wait for each other.
 *
 * A promise is made only where the environment made one (SPIKE §B: on Bun this is the difference between 0.6 and 0.95
 * of a bare server).
 */
import { ExecutionError, InvalidJsonError, UnknownTypeError, ValidationError } from "../errors/wire-errors.ts";
import { checkEnvelope, isClientMessageType, isJsonObject } from "../protocol/client-message.ts";
import type { ClientMessageType } from "../protocol/client-message.ts";
import { CloseCode } from "../protocol/close-code.ts";
import { parseJson } from "../protocol/json.ts";
import { encodeServerMessage, errorMessage, toErrorData } from "../protocol/server-message.ts";
import type { ObservationData } from "../protocol/server-message.ts";
import type { JsonObject } from "../types.ts";
import { invalid } from "./compiled-spec.ts";
import type { HostedEnvironment } from "./hosted-environment.ts";
import type { SessionScope } from "./session-scope.ts";

/** Where a session's replies go. */
export interface SessionOutput {
  send(text: string): void;
  /** The client asked for the end. */
  end(code: number, reason: string): void;
}

/** What a session asks the server around it. */
export interface SessionHost {
  /** Answers a JSON-RPC request that came as an `mcp` message. */
  answerMcp(request: JsonObject, session: Session): JsonObject | Promise<JsonObject>;
  /** Told of every error before it is sent; what it gives is sent. */
  report(error: unknown, session: Session): unknown;
}

/** An answer now, an answer later, or none. */
type Reply = string | undefined | Promise<string>;

export class Session {
  readonly scope: SessionScope;
  /** Set by every message; the sweeper clears it. */
  active = true;
  /** True for a session that was made over HTTP: it outlives its socket, and sockets may attach to it. */
  readonly detachable: boolean;
  /** Its owner has asked for the end, which comes when the socket goes. */
  closeOnDetach = false;
  output: SessionOutput | undefined;
  #environment: HostedEnvironment | undefined;
  readonly #host: SessionHost;
  #queue: string[] = [];
  #queuedCharacters = 0;
  /** The message being handled, when it has to be waited for; also the start, before {@link begin}. */
  #running: Promise<void> | "starting" | undefined = "starting";
  #paused = false;
  #ended = false;
  #idle: (() => void)[] = [];

  constructor(scope: SessionScope, host: SessionHost, detachable = false) {
    this.scope = scope;
    this.#host = host;
    this.detachable = detachable;
  }

  get id(): string {
    return this.scope.sessionId;
  }

  /** True until the environment is there. */
  get starting(): boolean {
    return this.#running === "starting";
  }

  /** True while a message is being handled. */
  get busy(): boolean {
    return this.#running !== undefined;
  }

  /** Messages waiting for the one that is being handled. */
  get queued(): number {
    return this.#queue.length;
  }

  /** Their length in UTF-16 units. */
  get queuedCharacters(): number {
    return this.#queuedCharacters;
  }

  /** Gives the session its environment; what has arrived since is handled now. */
  begin(environment: HostedEnvironment): void {
    this.#environment = environment;
    this.#settle();
  }

  /** There will be no environment. */
  abandon(): void {
    this.#ended = true;
    this.#settle();
  }

  /** Takes one message. */
  receive(text: string): void {
    this.active = true;
    if (this.#ended) return;
    if (this.#running !== undefined || this.#paused) {
      this.#queue.push(text);
      this.#queuedCharacters += text.length;
      return;
    }
    this.#handle(text);
  }

  /** Leaves messages where they are until {@link resume}: the peer does not read its replies. */
  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    this.#drain();
  }

  /** Takes no further message, and waits for the one that is being handled and for its reply to be sent. */
  async finish(): Promise<void> {
    this.#paused = true;
    this.#queue = [];
    this.#queuedCharacters = 0;
    if (this.#running !== undefined) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /**
   * Ends the session: tells the environment at once, closes it when its running call has returned.
   *
   * @returns settled when the environment has closed; never rejects
   */
  async dispose(reason: unknown): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    this.output = undefined;
    this.scope.abort(reason);
    await this.finish();
    try {
      await this.#environment?.close();
    } catch (error) {
      this.#host.report(new ExecutionError("The environment could not be closed.", { cause: error }), this);
    }
  }

  #handle(text: string): void {
    let reply: Reply;
    try {
      reply = this.#answer(text);
    } catch (error) {
      reply = this.#encodeError(error);
    }
    if (typeof reply === "string") this.output?.send(reply);
    else if (reply !== undefined) this.#running = this.#wait(reply);
  }

  async #wait(reply: Promise<string>): Promise<void> {
    let text: string;
    try {
      text = await reply;
    } catch (error) {
      text = this.#encodeError(error);
    }
    this.output?.send(text);
    this.#settle();
  }

  #settle(): void {
    this.#running = undefined;
    const waiting = this.#idle;
    this.#idle = [];
    for (const resolve of waiting) resolve();
    this.#drain();
  }

  #drain(): void {
    while (this.#running === undefined && !this.#paused && !this.#ended) {
      const text = this.#queue.shift();
      if (text === undefined) return;
      this.#queuedCharacters -= text.length;
      this.#handle(text);
    }
  }

  #answer(text: string): Reply {
    const message = parseMessage(text);
    const { type } = message;
    if (!isClientMessageType(type)) throw new UnknownTypeError(`Unknown message type: ${pythonText(type)}`);
    const issues = checkEnvelope(message, type);
    if (issues !== null) throw invalid(issues);
    return this.#dispatch(type, (message.data ?? {}) as JsonObject);
  }

  #dispatch(type: ClientMessageType, data: JsonObject): Reply {
    const environment = this.#environment as HostedEnvironment;
    switch (type) {
      case "step":
        return encoded(environment.step(data), encodeObservation);
      case "reset":
        return encoded(environment.reset(data), encodeObservation);
      case "state":
        return encoded(environment.state(), encodeState);
      case "mcp":
        return encoded(this.#host.answerMcp(data, this), encodeMcp);
      case "close":
        this.output?.end(CloseCode.Normal, "");
        return undefined;
    }
  }

  #encodeError(error: unknown): string {
    const reported = this.#host.report(error, this);
    try {
      return encodeServerMessage({ type: "error", data: toErrorData(reported) });
    } catch (failure) {
      // Whatever is thrown, it must not get out of here: the runtime would end the process, and every session with it.
      return encodeServerMessage({ type: "error", data: toErrorData(new ExecutionError(errorMessage(failure))) });
    }
  }
}

function parseMessage(text: string): JsonObject {
  let message: unknown;
  try {
    message = parseJson(text);
  } catch (error) {
    throw new InvalidJsonError(`Invalid JSON: ${(error as Error).message}`, { cause: error });
  }
  if (isJsonObject(message)) return message;
  throw new ValidationError([{ type: "dict_type", loc: [], msg: "A message must be a JSON object", input: message }]);
}

function encoded<T>(data: T | Promise<T>, encode: (data: T) => string): string | Promise<string> {
  return data instanceof Promise ? data.then(encode) : encode(data);
}

function encodeObservation(data: ObservationData): string {
  return encodeServerMessage({ type: "observation", data });
}

function encodeState(data: JsonObject): string {
  return encodeServerMessage({ type: "state", data });
}

function encodeMcp(data: JsonObject): string {
  return encodeServerMessage({ type: "mcp", data });
}

/** How Python's `str()` writes a JSON scalar: the reference's message quotes the type in that form. No more than that. */
function pythonText(value: unknown): string {
  if (value === undefined || value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "object") return Array.isArray(value) ? "[…]" : "{…}";
  return `${value as string | number | bigint}`;
}
