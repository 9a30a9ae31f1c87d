/**
 * What can be done with an environment, written once for both ways of calling it. Types only.
 *
 * The blocking client is this interface in the other mode, not a type mapped over the class: mapping would lose
 * overloads and type arguments (SPIKE §A).
 */
import type { BaseResetParams, EnvTypes, ToolName, ToolOf } from "../types.ts";
import type { BatchOptions, BatchResult } from "./batch.ts";
import type { Episode, EpisodeOptions } from "./episode.ts";
import type { CallOptions, SyncCallOptions } from "./options.ts";
import type { ServerLimits } from "./server-limits.ts";
import type { StepResult } from "./step-result.ts";
import type { TaskChoice, TaskRange, TaskSplit } from "./task-routes.ts";
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

/** How calls return. */
export type Mode = "async" | "sync";

/** What a call that gives `T` returns in a mode. */
export type Ret<M extends Mode, T> = M extends "async" ? Promise<T> : T;

/** The limits of a call. A blocked thread sees no signal, so a blocking call takes none. */
export type CallOptionsOf<M extends Mode> = M extends "async" ? CallOptions : SyncCallOptions;

/** The parameters of a reset: those of the environment, `seed`, `episode_id` and `omit`. */
export type ResetInput<T extends EnvTypes> = T["resetInput"] & BaseResetParams & OmitParam<T>;

/** An environment may have a parameter of that name itself. */
export type OmitParam<T extends EnvTypes> = "omit" extends keyof T["resetInput"]
  ? unknown
  : {
      /**
       * Fields that are left out of the episode's observations: of those that the schema does not require. A field with
       * a default then has that. Python servers send everything.
       */
      readonly omit?: readonly OmittableField<T["observationInput"]>[] | null | undefined;
    };

/** The optional fields of an observation, of all its variants where it has some. */
export type OmittableField<Observation> = Observation extends unknown
  ? { [K in keyof Observation]-?: object extends Pick<Observation, K> ? K : never }[keyof Observation]
  : never;

/** The calls of one environment. */
export interface EnvMethods<M extends Mode, T extends EnvTypes> {
  /** Opens the connection now instead of with the first call. After a lost session a `reset` is still due. */
  connect(options?: CallOptionsOf<M>): Ret<M, void>;
  /** Starts an episode. The only call that starts a new session when the old one is lost. */
  reset(params?: ResetInput<T>, options?: CallOptionsOf<M>): Ret<M, StepResult<T["observation"]>>;
  /** Calls a tool as a step. A failure is an observation with `error`, as every outcome of such a step. */
  step<N extends ToolName<T>>(
    action: CallActionOf<T, N>,
    options?: CallOptionsOf<M>,
  ): Ret<M, StepResult<CallToolObservation<N, ToolOf<T, N>["result"]>>>;
  /** Lists the tools as a step. */
  step(action: ListToolsAction, options?: CallOptionsOf<M>): Ret<M, StepResult<ListToolsObservation>>;
  /** Takes one action. Never sent twice: when the session is lost, whether it was executed is unknown. */
  step(action: T["actionInput"], options?: CallOptionsOf<M>): Ret<M, StepResult<T["observation"]>>;
  /** Reads the environment's state. */
  state(options?: CallOptionsOf<M>): Ret<M, T["state"]>;
  /** One method for each tool of the environment's schema: `env.tools.echoMessage({ message })`. */
  readonly tools: ToolMethods<M, T>;
  /** The tools that the server has. */
  listTools(options?: CallOptionsOf<M>): Ret<M, ToolInfo[]>;
  /** Calls a tool and gives its plain value. */
  callTool<const N extends NameOf<T>>(name: N, ...parameters: CallParameters<M, T, N>): Ret<M, ResultOf<T, N>>;
  /** One of the tools that the server has, or `undefined`. */
  getTool(name: string, options?: CallOptionsOf<M>): Ret<M, ToolInfo | undefined>;
  /** Whether the server has a tool. */
  hasTool(name: string, options?: CallOptionsOf<M>): Ret<M, boolean>;
  /** Sends several actions without waiting for each other's answers, and gives them up to the first that is done or fails. */
  stepMany(actions: readonly T["actionInput"][], options?: BatchOptions<M>): Ret<M, BatchResult<T["observation"]>>;
  /** The same as {@link stepMany}. */
  batchStep(actions: readonly T["actionInput"][], options?: BatchOptions<M>): Ret<M, BatchResult<T["observation"]>>;
  /** One episode as a loop: resets, gives each answer, steps with the action it is given, and closes. */
  episode(params?: ResetInput<T>, options?: EpisodeOptions<M>): Episode<M, T>;
  /** The splits of the environment's tasks. */
  listSplits(options?: CallOptionsOf<M>): Ret<M, TaskSplit[]>;
  /** The tasks of a split. */
  listTasks(split: string, options?: CallOptionsOf<M>): Ret<M, unknown[]>;
  /** How many tasks a split has. */
  numTasks(split: string, options?: CallOptionsOf<M>): Ret<M, number>;
  /** One task of a split. */
  getTask(task: TaskChoice, options?: CallOptionsOf<M>): Ret<M, unknown>;
  /** The tasks of a split from `start` up to but without `stop`. */
  getTaskRange(range: TaskRange, options?: CallOptionsOf<M>): Ret<M, unknown[]>;
  /** Starts an episode of one task. */
  resetTask(task: TaskChoice, params?: ResetInput<T>, options?: CallOptionsOf<M>): Ret<M, StepResult<T["observation"]>>;
  /** What the server tells of its own limits; `undefined` where it tells nothing. */
  serverLimits(options?: CallOptionsOf<M>): Ret<M, ServerLimits | undefined>;
  /** Another session on the same server, connected. */
  newSession(options?: CallOptionsOf<M>): Ret<M, this>;
  /** Ends the session and frees the connection, also those of `newSession()`. */
  close(): Ret<M, void>;
}

/** A blocking client of one environment. */
export interface SyncEnv<T extends EnvTypes> extends EnvMethods<"sync", T>, Disposable {
  /** The server's address as it was given, without trailing slashes. */
  readonly baseUrl: string;
}
