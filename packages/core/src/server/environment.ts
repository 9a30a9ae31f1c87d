/**
 * What an author of an environment writes, as types. Types only, no code.
 */
import type { BaseResetParams, EnvTypes, JsonObject, MaybePromise, Reward, ToolName, ToolOf } from "../types.ts";
import type { Random } from "./random.ts";

/** What a step answers. `reward` and `done` are required, so that a misspelt key is a compile error. */
export interface StepOutcome<Observation> {
  readonly observation: Observation;
  readonly reward: Reward;
  /** True when the episode is over. */
  readonly done: boolean;
  /** Anything worth telling beside the observation; values that JSON cannot hold are an error. */
  readonly metadata?: JsonObject | undefined;
}

/** What a reset answers: `reward` is `null` and `done` is `false` unless given. */
export interface ResetOutcome<Observation> {
  readonly observation: Observation;
  readonly reward?: Reward | undefined;
  readonly done?: boolean | undefined;
  readonly metadata?: JsonObject | undefined;
}

/** The parameters of a reset as the environment reads them. `episode_id` is always set. */
export type ResetParams<T extends EnvTypes> = T["reset"] & {
  readonly seed?: Exclude<BaseResetParams["seed"], null>;
  readonly episode_id: string;
};

/** What an environment is told about the session it runs in. One object per session. */
export interface SessionContext {
  readonly sessionId: string;
  /** The running episode, or `null` before the first reset. */
  readonly episodeId: string | null;
  /** Steps accepted since the last reset. */
  readonly stepCount: number;
  /** Aborted when the session ends or the caller stops waiting: pass it on to whatever takes long. */
  readonly signal: AbortSignal;
  /**
   * Random numbers that begin anew with each reset: the same seed gives the same numbers on every runtime. One object
   * per session too.
   */
  readonly random: Random;
}

/**
 * One environment instance: the thing that is stepped, by one session, one call at a time.
 *
 * Return plain values where nothing is waited for: an `async step` costs throughput even when it does not wait.
 * An exception becomes `EXECUTION_ERROR` with its message; the session goes on.
 */
export type Environment<T extends EnvTypes> = EnvironmentBase<T> & EnvironmentStep<T> & EnvironmentTools<T>;

/** What every environment has. */
export interface EnvironmentBase<T extends EnvTypes> {
  /** Starts an episode. */
  reset(params: ResetParams<T>, context: SessionContext): MaybePromise<ResetOutcome<T["observationInput"]>>;
  /**
   * The environment's own state fields. `episode_id` and `step_count` are kept by the server; an environment that
   * counts in its own way may return them. Left out when there are no own fields.
   */
  state?(context: SessionContext): MaybePromise<T["stateInput"]>;
  /** Frees what the environment holds. Called once, after the last call has returned. */
  close?(): MaybePromise<void>;
}

/** The step, but for an environment whose every step is a call of a tool: core takes it apart. */
export type EnvironmentStep<T extends EnvTypes> = T["action"] extends { type: "call_tool"; tool_name: string }
  ? { readonly step?: undefined }
  : {
      /** Takes one validated action. */
      step(action: T["action"], context: SessionContext): MaybePromise<StepOutcome<T["observationInput"]>>;
    };

/** The tools that the schema declares, all of them. */
export type EnvironmentTools<T extends EnvTypes> = [keyof T["tools"]] extends [never]
  ? { readonly tools?: undefined }
  : { readonly tools: ToolHandlers<T> };

/**
 * What the tools do, by name. Arguments arrive validated. Whatever one throws is the outcome of its call and not of the
 * session: `execution_error` with its message. A tool may call another one as the function it is.
 */
export type ToolHandlers<T extends EnvTypes> = {
  readonly [N in ToolName<T>]: (
    args: ToolOf<T, N>["arguments"],
    context: SessionContext,
  ) => MaybePromise<ToolOf<T, N>["resultInput"]>;
};

/** Makes one environment for each session: a function (also an async one) or a class. */
export type EnvironmentFactory<T extends EnvTypes> =
  | ((context: SessionContext) => MaybePromise<Environment<T>>)
  | (new (context: SessionContext) => Environment<T>);

/** A split of a dataset-backed environment: a name, or an object that is sent as it is (PROTOCOL §1.12). */
export type TaskSplit = string | JsonObject;

/**
 * The tasks of a dataset-backed environment. Choosing one is not part of it: a caller passes what it wants to `reset`.
 * `numTasks`, `getTask` and `getTaskRange` are derived from `listTasks` where they are left out.
 */
export interface TaskProvider {
  listSplits(): MaybePromise<readonly TaskSplit[]>;
  listTasks(split: string): MaybePromise<readonly unknown[]>;
  numTasks?(split: string): MaybePromise<number>;
  /** @throws RangeError when there is no task of that index; reported as 400 */
  getTask?(split: string, index: number): MaybePromise<unknown>;
  getTaskRange?(split: string, start?: number, stop?: number): MaybePromise<readonly unknown[]>;
}

/** What a server tells about its environment on `/metadata`. */
export interface EnvMetadata {
  readonly name: string;
  readonly description: string;
  readonly readme_content: string | null;
  readonly version: string | null;
  readonly author: string | null;
  readonly documentation_url: string | null;
}

/** Where an environment can be imported: data, so that a worker can be told. */
export interface EnvironmentModule {
  /** A URL: `import.meta.url` of the module, or what `import.meta.resolve(name)` gives. */
  readonly module: string;
  /** The export that is the environment, or a function that makes it of `options`. Default `default`. */
  readonly export?: string | undefined;
  /** Whatever `structuredClone` can copy. */
  readonly options?: unknown;
}

/** What belongs to the server and not to a session. */
export interface EnvironmentOptions {
  /**
   * Where a worker can import the environment: `import.meta.url` in the module that has it as its default export. Needed
   * for `execution: "worker"` alone. There `setup`, `close` and `tasks` run in the workers too, the first two once in each.
   */
  readonly module?: string | EnvironmentModule;
  /** False for an environment of which only one instance may live in a process. Default `true`. */
  readonly supportsConcurrentSessions?: boolean;
  /** Runs once before the first session; `/health` answers 503 `starting` until it is done. */
  readonly setup?: (context: { readonly signal: AbortSignal }) => MaybePromise<void>;
  /** Runs once when the server has ended all sessions. */
  readonly close?: () => MaybePromise<void>;
  /** Overrides of what `/metadata` takes from the manifest. */
  readonly metadata?: Partial<EnvMetadata>;
  readonly tasks?: TaskProvider;
  /** Name of the agent, set by `defineHarness`: turns are taken on the socket `/harness` then. */
  readonly harness?: string;
}
