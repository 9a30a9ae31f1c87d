/**
 * The client of one environment: what generated clients extend. It joins the environment's messages to a connection
 * and holds no state of its own.
 */
import { connectWebSocket } from "#connect-websocket";

import { MessageTooLargeError } from "../errors/local-errors.ts";
import { type BaseUrl, parseBaseUrl } from "../protocol/base-url.ts";
import { exceedsUtf8Bytes } from "../transport/message-size.ts";
import type { EnvSpec, EnvTypes } from "../types.ts";
import { Channel } from "./channel.ts";
import { EnvCodec, STATE_MESSAGE } from "./env-codec.ts";
import type { EnvMethods, ResetInput } from "./env-methods.ts";
import { type CallOptions, type ClientOptions, type ConnectOptions, resolveClientOptions } from "./options.ts";
import type { ReadReply, RequestKind } from "./pending-request.ts";
import type { StepResult } from "./step-result.ts";

/** A client class, for statics that give an instance of the class they are called on. */
export interface ClientClass<C> {
  new (options: ClientOptions): C;
}

/**
 * Drives one session of an environment. It connects at the first call. Calls may overlap: they are sent at once and
 * answered in order.
 *
 * A session lives as long as its connection. When that breaks, and also when a call is given up after it was sent,
 * `step` and `state` reject with `SessionLostError`; only `reset()` opens a new session. Nothing is sent twice.
 *
 * Every call may reject with the server's error ({@link WireError} and its subclasses), `ConnectionFailedError`,
 * `TimeoutError`, `SessionLostError`, `MessageTooLargeError`, `ProtocolViolationError`, `ClientClosedError`, or the
 * reason of its signal.
 */
export class EnvClient<T extends EnvTypes> implements EnvMethods<"async", T>, AsyncDisposable {
  readonly #url: BaseUrl;
  readonly #codec: EnvCodec<T>;
  readonly #channel: Channel;
  readonly #maxSendBytes: number;

  /**
   * Makes a client and does nothing yet.
   *
   * @param spec the environment's schemas, given by the generated subclass; without it nothing is checked
   * @throws InvalidArgumentError naming the option that is wrong
   */
  constructor(options: ClientOptions, spec?: EnvSpec<T>) {
    const { validate, maxSendBytes, ...channelOptions } = resolveClientOptions(options);
    this.#url = parseBaseUrl(options.baseUrl);
    this.#codec = new EnvCodec(validate ? spec : undefined);
    this.#channel = new Channel(this.#url.socketUrl("/ws"), options.connect ?? connectWebSocket, channelOptions);
    this.#maxSendBytes = maxSendBytes;
  }

  /** Makes a client of this class and opens its connection. */
  static async connect<C extends { connect(options?: CallOptions): Promise<void>; close(): Promise<void> }>(
    this: ClientClass<C>,
    baseUrl: string,
    options: ConnectOptions & CallOptions = {},
  ): Promise<C> {
    const { signal, timeoutMs, ...rest } = options;
    const client = new this({ ...rest, baseUrl });
    try {
      await client.connect({ signal, timeoutMs });
    } catch (error) {
      await client.close();
      throw error;
    }
    return client;
  }

  /** The server's address as it was given, without trailing slashes. */
  get baseUrl(): string {
    return this.#url.baseUrl;
  }

  /** Opens the connection now instead of with the first call. After a lost session a `reset` is still due. */
  async connect(options?: CallOptions): Promise<void> {
    await this.#channel.request("connect", "", nothing, options);
  }

  /**
   * Starts an episode, on a new session if the old one is lost.
   *
   * @throws InvalidArgumentError for a `seed` beyond ±(2^53 − 1)
   * @throws ValidationError for parameters the environment does not take
   */
  reset(params?: ResetInput<T>, options?: CallOptions): Promise<StepResult<T["observation"]>> {
    try {
      const text = this.#codec.writeReset(params);
      return this.#request("reset", text, this.#codec.readObservation, options) as Promise<
        StepResult<T["observation"]>
      >;
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /**
   * Takes one action.
   *
   * @throws ValidationError for an action that does not fit its schema; it is not sent then
   */
  step(action: T["actionInput"], options?: CallOptions): Promise<StepResult<T["observation"]>> {
    // Neither async nor then(): the promise of the queue is the caller's own.
    try {
      const text = this.#codec.writeStep(action);
      return this.#request("step", text, this.#codec.readObservation, options) as Promise<StepResult<T["observation"]>>;
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Reads the environment's state. */
  state(options?: CallOptions): Promise<T["state"]> {
    return this.#request("state", STATE_MESSAGE, this.#codec.readState, options) as Promise<T["state"]>;
  }

  /** The same as {@link reset}. */
  resetAsync(params?: ResetInput<T>, options?: CallOptions): Promise<StepResult<T["observation"]>> {
    return this.reset(params, options);
  }

  /** The same as {@link step}. */
  stepAsync(action: T["actionInput"], options?: CallOptions): Promise<StepResult<T["observation"]>> {
    return this.step(action, options);
  }

  /** The same as {@link state}. */
  stateAsync(options?: CallOptions): Promise<T["state"]> {
    return this.state(options);
  }

  /**
   * Ends the session. Calls in flight reject with `ClientClosedError`. Resolves when the server has freed the session's
   * slot, or after 2 seconds; never rejects and never opens a connection. May be called more than once.
   */
  close(): Promise<void> {
    return this.#channel.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #request(kind: RequestKind, text: string, read: ReadReply, options: CallOptions | undefined): Promise<unknown> {
    if (exceedsUtf8Bytes(text, this.#maxSendBytes)) return Promise.reject(tooLarge(kind, this.#maxSendBytes));
    return this.#channel.request(kind, text, read, options);
  }
}

function nothing(): void {}

function tooLarge(kind: RequestKind, maxSendBytes: number): MessageTooLargeError {
  return new MessageTooLargeError(
    `This ${kind} is over maxSendBytes (${maxSendBytes} bytes) and was not sent: a server ends a session over a message ` +
      `above its own limit. Where the server takes more, raise maxSendBytes.`,
    { details: { call: kind, maxSendBytes } },
  );
}
