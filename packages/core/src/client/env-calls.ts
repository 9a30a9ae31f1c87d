/**
 * The calls of one environment, written once: async and blocking clients inherit them and differ in their line. It
 * joins the environment's messages to that line and holds no state of its own.
 */
import { MessageTooLargeError } from "../errors/local-errors.ts";
import { exceedsUtf8Bytes } from "../transport/message-size.ts";
import type { EnvTypes, JsonObject, ToolName, ToolOf } from "../types.ts";
import type { ClientSetup } from "./client-setup.ts";
import { type EnvCodec, STATE_MESSAGE } from "./env-codec.ts";
import type { CallOptionsOf, EnvMethods, Mode, ResetInput, Ret } from "./env-methods.ts";
import type { Line } from "./line.ts";
import type { ReadReply, RequestKind } from "./pending-request.ts";
import type { StepResult } from "./step-result.ts";
import type { ToolCodec, ToolRequest } from "./tool-codec.ts";
import type {
  CallActionOf,
  CallParameters,
  CallToolObservation,
  ListToolsAction,
  ListToolsObservation,
  NameOf,
  ResultOf,
  ToolInfo,
  ToolMethods,
} from "./tool-types.ts";

/** What async and blocking clients have in common. A call is added to both by adding it here and to `EnvMethods`. */
export class EnvCalls<M extends Mode, T extends EnvTypes> implements EnvMethods<M, T> {
  readonly #baseUrl: string;
  readonly #codec: EnvCodec<T>;
  readonly #maxSendBytes: number;
  readonly #tools: ToolCodec<T>;
  readonly #line: Line<M>;
  #methods: ToolMethods<M, T> | undefined;

  constructor({ url, codec, tools, settings }: ClientSetup<T>, line: Line<M>) {
    this.#tools = tools;
    this.#baseUrl = url.baseUrl;
    this.#codec = codec;
    this.#maxSendBytes = settings.maxSendBytes;
    this.#line = line;
  }

  /** The server's address as it was given, without trailing slashes. */
  get baseUrl(): string {
    return this.#baseUrl;
  }

  /** Opens the connection now instead of with the first call. After a lost session a `reset` is still due. */
  connect(options?: CallOptionsOf<M>): Ret<M, void> {
    return this.#line.request("connect", "", nothing, options) as Ret<M, void>;
  }

  /**
   * Starts an episode, on a new session if the old one is lost.
   *
   * @throws InvalidArgumentError for a `seed` beyond ±(2^53 − 1)
   * @throws ValidationError for parameters the environment does not take
   */
  reset(params?: ResetInput<T>, options?: CallOptionsOf<M>): Ret<M, StepResult<T["observation"]>> {
    let text: string;
    try {
      text = this.#codec.writeReset(params);
    } catch (error) {
      return this.#line.refuse(error);
    }
    return this.#request("reset", text, this.#codec.readObservation, options) as Ret<M, StepResult<T["observation"]>>;
  }

  /**
   * Takes one action.
   *
   * @throws ValidationError for an action that does not fit its schema; it is not sent then
   */
  step<N extends ToolName<T>>(
    action: CallActionOf<T, N>,
    options?: CallOptionsOf<M>,
  ): Ret<M, StepResult<CallToolObservation<N, ToolOf<T, N>["result"]>>>;
  step(action: ListToolsAction, options?: CallOptionsOf<M>): Ret<M, StepResult<ListToolsObservation>>;
  step(action: T["actionInput"], options?: CallOptionsOf<M>): Ret<M, StepResult<T["observation"]>>;
  step(action: object, options?: CallOptionsOf<M>): Ret<M, unknown> {
    // Neither async nor then(): an async client's caller gets the promise of the queue itself.
    let text: string;
    let read: ReadReply = this.#codec.readObservation;
    try {
      if (this.#tools.isToolAction(action)) {
        text = this.#tools.writeStep(action);
        read = this.#tools.readStep;
      } else {
        text = this.#codec.writeStep(action);
      }
    } catch (error) {
      return this.#line.refuse(error);
    }
    return this.#request("step", text, read, options);
  }

  /** Reads the environment's state. */
  state(options?: CallOptionsOf<M>): Ret<M, T["state"]> {
    return this.#request("state", STATE_MESSAGE, this.#codec.readState, options) as Ret<M, T["state"]>;
  }

  /** One method for each tool of the environment's schema. What they do is {@link callTool}. */
  get tools(): ToolMethods<M, T> {
    return (this.#methods ??= this.#makeMethods());
  }

  /**
   * The tools that the server has.
   *
   * @throws ToolError when the environment has none
   */
  listTools(options?: CallOptionsOf<M>): Ret<M, ToolInfo[]> {
    return this.#askTools((tools) => tools, options);
  }

  /**
   * Calls a tool and gives its plain value. By default no step is counted: see the option `toolCalls`.
   *
   * @throws ToolError when the call fails; ValidationError for arguments that do not fit, which are not sent then
   */
  callTool<const N extends NameOf<T>>(name: N, ...parameters: CallParameters<M, T, N>): Ret<M, ResultOf<T, N>> {
    const [args = {}, options] = parameters as [args?: JsonObject, options?: CallOptionsOf<M>];
    let request: ToolRequest;
    try {
      request = this.#tools.call(name, args);
    } catch (error) {
      return this.#line.refuse(error);
    }
    return this.#request(request.kind, request.text, request.read, options) as Ret<M, ResultOf<T, N>>;
  }

  /** One of the tools that the server has, or `undefined`. */
  getTool(name: string, options?: CallOptionsOf<M>): Ret<M, ToolInfo | undefined> {
    return this.#askTools((tools) => tools.find((tool) => tool.name === name), options);
  }

  /** Whether the server has a tool. */
  hasTool(name: string, options?: CallOptionsOf<M>): Ret<M, boolean> {
    return this.#askTools((tools) => tools.some((tool) => tool.name === name), options);
  }

  /**
   * Ends the session. Calls in flight fail with `ClientClosedError`. It is done when the server has freed the session's
   * slot, or after 2 seconds; it never opens a connection and never fails, but for a server that the client itself had
   * started and that cannot be stopped. May be called more than once.
   */
  close(): Ret<M, void> {
    return this.#line.close();
  }

  #askTools<Value>(read: (tools: ToolInfo[]) => Value, options: CallOptionsOf<M> | undefined): Ret<M, Value> {
    const { kind, text, read: readReply } = this.#tools.list(read);
    return this.#request(kind, text, readReply, options) as Ret<M, Value>;
  }

  #makeMethods(): ToolMethods<M, T> {
    // Without a prototype, for a tool may be called `constructor`.
    const methods = Object.create(null) as Record<string, unknown>;
    for (const { name, method } of this.#tools.manifests) {
      const value = (...parameters: CallParameters<M, T, string>): unknown => this.callTool(name, ...parameters);
      Object.defineProperty(methods, method, { value, enumerable: true });
    }
    return methods as ToolMethods<M, T>;
  }

  #request(kind: RequestKind, text: string, read: ReadReply, options: CallOptionsOf<M> | undefined): Ret<M, unknown> {
    if (exceedsUtf8Bytes(text, this.#maxSendBytes)) return this.#line.refuse(tooLarge(kind, this.#maxSendBytes));
    return this.#line.request(kind, text, read, options);
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
