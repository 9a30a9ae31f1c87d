/**
 * The calls of one environment, written once: async and blocking clients inherit them and differ in their line. It
 * joins the environment's messages to that line and holds no state of its own.
 */
import { MessageTooLargeError } from "../errors/local-errors.ts";
import type { BaseUrl } from "../protocol/base-url.ts";
import { exceedsUtf8Bytes } from "../transport/message-size.ts";
import type { EnvTypes, JsonObject, ToolName, ToolOf } from "../types.ts";
import { type BatchOptions, type BatchResult, stepBatch } from "./batch.ts";
import type { ClientSetup, SchemaVerification } from "./client-setup.ts";
import { type Episode, type EpisodeOptions, playEpisode } from "./episode.ts";
import { type EnvCodec, STATE_MESSAGE } from "./env-codec.ts";
import type { CallOptionsOf, EnvMethods, Mode, ResetInput, Ret } from "./env-methods.ts";
import type { Flow } from "./flow.ts";
import type { HttpQuestion } from "./http-question.ts";
import type { Line, Message } from "./line.ts";
import type { ReadReply, RequestKind } from "./pending-request.ts";
import { remaining } from "./remaining.ts";
import { checkSchemas } from "./schema-check.ts";
import { askServerLimits, type ServerLimits } from "./server-limits.ts";
import type { StepResult } from "./step-result.ts";
import { type Ask, type TaskChoice, type TaskRange, TaskRoutes, type TaskSplit } from "./task-routes.ts";
import type { ToolCodec, ToolRequest } from "./tool-codec.ts";
import { VerifiedLine } from "./verified-line.ts";
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
export abstract class EnvCalls<M extends Mode, T extends EnvTypes> implements EnvMethods<M, T> {
  readonly #url: BaseUrl;
  readonly #codec: EnvCodec<T>;
  readonly #maxSendBytes: number;
  readonly #tools: ToolCodec<T>;
  readonly #line: Line<M>;
  readonly #tasks: TaskRoutes;
  /** The open ones that `newSession()` has made. */
  readonly #sessions = new Set<EnvCalls<M, T>>();
  #parent: EnvCalls<M, T> | undefined;
  #methods: ToolMethods<M, T> | undefined;

  constructor({ url, codec, tools, settings, verify }: ClientSetup<T>, line: Line<M>) {
    this.#tools = tools;
    this.#url = url;
    this.#codec = codec;
    this.#maxSendBytes = settings.maxSendBytes;
    this.#line = verify === undefined ? line : verified(line, url, verify);
    this.#tasks = new TaskRoutes(url);
  }

  /** A client of the same class, server and settings that is not connected yet. */
  protected abstract makeAnother(): this;

  /**
   * What is sent of an action. To be overridden by whoever leaves out what the server does not need; the action has been
   * checked as it was given.
   */
  protected stepPayload(action: T["actionInput"]): object {
    return action;
  }

  /** The server's address as it was given, without trailing slashes. */
  get baseUrl(): string {
    return this.#url.baseUrl;
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
    let message: Message;
    try {
      message = this.#toStep(action);
    } catch (error) {
      return this.#line.refuse(error);
    }
    return this.#line.request("step", message.text, message.read, options);
  }

  /**
   * Sends the actions without waiting for each other's answers, and gives those in order, up to the first that is done
   * or fails. The actions behind that one have been sent as well, unless `maxInFlight` kept them back: what they did is
   * known to the environment alone, so reset before going on.
   *
   * @throws InvalidArgumentError for a wrong option; whatever becomes of the actions is part of the result
   */
  stepMany(actions: readonly T["actionInput"][], options: BatchOptions<M> = {}): Ret<M, BatchResult<T["observation"]>> {
    return this.#line.run(stepBatch(this.#line, actions, (action) => this.#toStep(action), options));
  }

  /** The same as {@link stepMany}. */
  batchStep(actions: readonly T["actionInput"][], options?: BatchOptions<M>): Ret<M, BatchResult<T["observation"]>> {
    return this.stepMany(actions, options);
  }

  /**
   * Resets, gives a turn for each answer, steps with the action the turn was given, and ends with the turn that is done,
   * or after `maxSteps`. Then, and also when the loop is left early, the client is closed, unless `keepOpen` says
   * otherwise.
   *
   * ```ts
   * for await (const turn of env.episode({ seed: 7 })) turn.act(choose(turn.observation));
   * ```
   *
   * @throws InvalidArgumentError when a turn that is not the last was given no action
   */
  episode(params?: ResetInput<T>, options: EpisodeOptions<M> = {}): Episode<M, T> {
    return this.#line.iterate(playEpisode<M, T>(this, params, options)) as Episode<M, T>;
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
   * The splits of the environment's tasks. As all calls about tasks it goes by HTTP, beside the session.
   *
   * @throws TasksUnsupportedError when the environment has none
   */
  listSplits(options?: CallOptionsOf<M>): Ret<M, TaskSplit[]> {
    return this.#ask((ask) => this.#tasks.splits(ask), options);
  }

  /** The tasks of a split; what a task is, is the environment's own affair. */
  listTasks(split: string, options?: CallOptionsOf<M>): Ret<M, unknown[]> {
    return this.#ask((ask) => this.#tasks.tasks(ask, split), options);
  }

  /** How many tasks a split has. */
  numTasks(split: string, options?: CallOptionsOf<M>): Ret<M, number> {
    return this.#ask((ask) => this.#tasks.count(ask, split), options);
  }

  /**
   * One task of a split.
   *
   * @throws InvalidArgumentError when there is no such task
   */
  getTask(task: TaskChoice, options?: CallOptionsOf<M>): Ret<M, unknown> {
    return this.#ask((ask) => this.#tasks.task(ask, task), options);
  }

  /** The tasks of a split from `start` (default 0) up to but without `stop` (default all). */
  getTaskRange(range: TaskRange, options?: CallOptionsOf<M>): Ret<M, unknown[]> {
    return this.#ask((ask) => this.#tasks.range(ask, range), options);
  }

  /** Starts an episode of one task: a reset with the parameters `split` and `index`, which is how a task is chosen. */
  resetTask(
    { split, index }: TaskChoice,
    params?: ResetInput<T>,
    options?: CallOptionsOf<M>,
  ): Ret<M, StepResult<T["observation"]>> {
    return this.reset({ ...params, split, index }, options);
  }

  /**
   * What the server tells of its own limits, for whoever sets a client's to fit: a step may take longer than
   * `messageTimeoutMs`, and is then given up here first. `undefined` where the server tells nothing, as Python's.
   */
  serverLimits(options?: CallOptionsOf<M>): Ret<M, ServerLimits | undefined> {
    return this.#ask((ask) => askServerLimits(ask, this.#url.httpUrl("/limits")), options);
  }

  /**
   * Another session on the same server: a client of the same class with the same options, connected. It is closed with
   * this one, or before. The option `sessionId` does not hold for it. A class whose constructor takes something else
   * than options has to override `makeAnother`.
   */
  newSession(options?: CallOptionsOf<M>): Ret<M, this> {
    try {
      this.#line.use();
    } catch (error) {
      return this.#line.refuse(error);
    }
    return this.#line.run(this.#openAnother(options));
  }

  /**
   * Ends the session. Calls in flight fail with `ClientClosedError`. It is done when the server has freed the session's
   * slot, or after 2 seconds; it never opens a connection and never fails, but for a server that the client itself had
   * started and that cannot be stopped. Sessions of {@link newSession} end with it. May be called more than once.
   */
  close(): Ret<M, void> {
    if (this.#parent !== undefined) this.#parent.#sessions.delete(this);
    return this.#line.close(Array.from(this.#sessions, (session) => session.close()));
  }

  *#openAnother(options: CallOptionsOf<M> | undefined): Flow<this> {
    const session = this.makeAnother();
    session.#parent = this;
    this.#sessions.add(session);
    try {
      yield session.connect(options);
    } catch (error) {
      yield session.close();
      throw error;
    }
    return session;
  }

  #toStep(action: object): Message {
    const message = this.#tools.isToolAction(action)
      ? { text: this.#tools.writeStep(action), read: this.#tools.readStep }
      : { text: this.#codec.writeStep(action, this.stepPayload(action)), read: this.#codec.readObservation };
    if (exceedsUtf8Bytes(message.text, this.#maxSendBytes)) throw tooLarge("step", this.#maxSendBytes);
    return message;
  }

  #ask<Value>(ask: (ask: Ask) => Flow<Value>, options: CallOptionsOf<M> | undefined): Ret<M, Value> {
    let since: number | undefined;
    const limited = (question: HttpQuestion): unknown => {
      const limits = since === undefined ? options : remaining(options, since);
      since ??= performance.now();
      return this.#line.ask(question, limits);
    };
    return this.#line.run(ask(limited));
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

function verified<M extends Mode>(line: Line<M>, url: BaseUrl, { mode, manifest }: SchemaVerification): Line<M> {
  return new VerifiedLine(line, mode, (ask) => checkSchemas(ask, url.httpUrl("/schema"), manifest));
}

function tooLarge(kind: RequestKind, maxSendBytes: number): MessageTooLargeError {
  return new MessageTooLargeError(
    `This ${kind} is over maxSendBytes (${maxSendBytes} bytes) and was not sent: a server ends a session over a message ` +
      `above its own limit. Where the server takes more, raise maxSendBytes.`,
    { details: { call: kind, maxSendBytes } },
  );
}
