/**
 * One session: an environment and the messages for it, as a state machine between "a message arrived" and "a message to
 * send". It knows no socket and no clock. Messages run one at a time, in order; sessions never wait for each other.
 *
 * A promise is made only where the environment made one (SPIKE §B: on Bun this is the difference between 0.6 and 0.95
 * of a bare server).
 */
import {
  ExecutionError,
  InvalidJsonError,
  SessionError,
  UnknownTypeError,
  ValidationError,
} from "../errors/wire-errors.ts";
import { checkEnvelope, isClientMessageType, isJsonObject } from "../protocol/client-message.ts";
import type { ClientMessageType } from "../protocol/client-message.ts";
import { CloseCode } from "../protocol/close-code.ts";
import { parseJson, stringifyJson } from "../protocol/json.ts";
import { parseFailed } from "../protocol/json-rpc.ts";
import { encodeServerMessage, errorMessage } from "../protocol/server-message.ts";
import type { ObservationData } from "../protocol/server-message.ts";
import type { JsonObject } from "../types.ts";
import { invalid } from "./compiled-spec.ts";
import { encodeError, type Dialect } from "./dialect.ts";
import type { HostedEnvironment } from "./hosted-environment.ts";
import type { SessionScope } from "./session-scope.ts";

/** Where a session's replies go. */
export interface SessionOutput {
  /** Whether there is a socket now. */
  readonly attached: boolean;
  send(text: string): void;
  /** The client asked for the end. */
  end(code: number, reason: string): void;
}

/** What a session asks the server around it. */
export interface SessionHost {
  /** Answers a JSON-RPC request that came as an `mcp` message. */
  answerMcp(request: unknown, session: Session): JsonObject | Promise<JsonObject>;
  /** Handles a message on the socket of a harness; gives nothing where it has sent everything itself. */
  answerHarness(text: string, session: Session): string | Promise<undefined>;
  /** Told of every error before it is sent; what it gives is sent. */
  report(error: unknown, session: Session): unknown;
}

/** Something to be done with the environment in its turn, for whoever came by another way than the socket. */
interface Job {
  run(environment: HostedEnvironment): Promise<void> | undefined;
  /** The session ended before its turn came. */
  refuse(error: SessionError): void;
}

/** An answer now, an answer later, or none. */
type Reply = string | undefined | Promise<string | undefined>;

export class Session {
  readonly scope: SessionScope;
  /** Set by every message; the sweeper clears it. */
  active = true;
  /** When the sweeper last found it active, in milliseconds of its clock. */
  lastActive: number | undefined;
  /** True for a session that was made over HTTP: it outlives its socket, and sockets may attach to it. */
  readonly detachable: boolean;
  /** Its owner has asked for the end, which comes when the socket goes. */
  closeOnDetach = false;
  output: SessionOutput | undefined;
  #environment: HostedEnvironment | undefined;
  readonly #host: SessionHost;
  readonly dialect: Dialect;
  /** Made when it is first needed: most sessions never have one. So is {@link #idle}. */
  #queue: (string | Job)[] | undefined;
  #queuedCharacters = 0;
  /** The message being handled, when it has to be waited for; also the start, before {@link begin}. */
  #running: Promise<void> | "starting" | undefined = "starting";
  #paused = false;
  #ended = false;
  /** Who waits for the message that is being handled. */
  #idle: (() => void)[] | undefined;

  constructor(scope: SessionScope, host: SessionHost, detachable = false, dialect: Dialect = "session") {
    this.scope = scope;
    this.dialect = dialect;
    this.#host = host;
    this.detachable = detachable;
  }

  get id(): string {
    return this.scope.sessionId;
  }

  /** For whoever is asked in this session's turn: there is one then. */
  get environment(): HostedEnvironment {
    return this.#environment as HostedEnvironment;
  }

  /** True while it has a socket. */
  get attached(): boolean {
    return this.output?.attached === true;
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
    return this.#queue?.length ?? 0;
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
      (this.#queue ??= []).push(text);
      this.#queuedCharacters += text.length;
      return;
    }
    this.#handle(text);
  }

  /**
   * Does something with the environment in its turn: never at the same time as anything else of this session (PROTOCOL
   * §9.1 row 31).
   *
   * @throws SessionError when the session ends before; what `work` throws
   */
  run<T>(work: (environment: HostedEnvironment) => T | Promise<T>): Promise<T> {
    this.active = true;
    return new Promise((resolve, reject) => {
      const job: Job = {
        run: (environment) => {
          try {
            const value = work(environment);
            if (value instanceof Promise) return value.then(resolve, reject);
            resolve(value);
          } catch (error) {
            reject(error);
          }
          return undefined;
        },
        refuse: reject,
      };
      if (this.#ended) job.refuse(this.#over());
      else if (this.#running !== undefined || this.#paused) (this.#queue ??= []).push(job);
      else this.#handle(job);
    });
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
    this.#clearQueue();
    if (this.#running !== undefined) await new Promise<void>((resolve) => (this.#idle ??= []).push(resolve));
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
    this.#environment?.abandon();
    await this.finish();
    try {
      await this.#environment?.close();
    } catch (error) {
      this.#host.report(new ExecutionError("The environment could not be closed.", { cause: error }), this);
    }
  }

  #handle(item: string | Job): void {
    if (typeof item === "string") {
      this.#handleText(item);
      return;
    }
    const work = item.run(this.environment);
    if (work !== undefined) this.#running = work.then(() => this.#settle());
  }

  #handleText(text: string): void {
    let reply: Reply;
    try {
      reply = this.#answer(text);
    } catch (error) {
      reply = this.#encodeError(error);
    }
    if (typeof reply === "string") this.output?.send(reply);
    else if (reply !== undefined) this.#running = this.#wait(reply);
  }

  async #wait(reply: Promise<string | undefined>): Promise<void> {
    let text: string | undefined;
    try {
      text = await reply;
    } catch (error) {
      text = this.#encodeError(error);
    }
    if (text !== undefined) this.output?.send(text);
    this.#settle();
  }

  #settle(): void {
    this.#running = undefined;
    const waiting = this.#idle;
    if (waiting !== undefined) {
      this.#idle = undefined;
      for (const resolve of waiting) resolve();
    }
    this.#drain();
  }

  #drain(): void {
    while (this.#running === undefined && !this.#paused && !this.#ended) {
      const item = this.#queue?.shift();
      if (item === undefined) return;
      if (typeof item === "string") this.#queuedCharacters -= item.length;
      this.#handle(item);
    }
  }

  #clearQueue(): void {
    const dropped = this.#queue ?? [];
    this.#queue = undefined;
    this.#queuedCharacters = 0;
    for (const item of dropped) if (typeof item !== "string") item.refuse(this.#over());
  }

  #over(): SessionError {
    return new SessionError(`Unknown session_id: ${this.id}`);
  }

  #answer(text: string): Reply {
    if (this.dialect === "json-rpc") return this.#answerRpc(text);
    if (this.dialect === "harness") return this.#host.answerHarness(text, this);
    const message = parseMessage(text);
    const { type } = message;
    if (!isClientMessageType(type)) throw new UnknownTypeError(`Unknown message type: ${pythonText(type)}`);
    const issues = checkEnvelope(message, type);
    if (issues !== null) throw invalid(issues);
    return this.#dispatch(type, (message.data ?? {}) as JsonObject);
  }

  #answerRpc(text: string): Reply {
    let request: unknown;
    try {
      request = parseJson(text);
    } catch (error) {
      return stringifyJson(parseFailed(error));
    }
    return encoded(this.#host.answerMcp(request, this), stringifyJson);
  }

  #dispatch(type: ClientMessageType, data: JsonObject): Reply {
    const { environment } = this;
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
      return encodeError(reported, this.dialect);
    } catch (failure) {
      // Whatever is thrown, it must not get out of here: the runtime would end the process, and every session with it.
      return encodeError(new ExecutionError(errorMessage(failure)), this.dialect);
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
