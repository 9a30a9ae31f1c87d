/**
 * One environment instance with everything around it that every transport needs: validation of what goes in and comes
 * out, the episode's id, the count of steps. `/ws`, HTTP and MCP all step an environment through this.
 */
import { TimeoutError } from "../errors/local-errors.ts";
import { OpenEnvError } from "../errors/openenv-error.ts";
import { ExecutionError, type WireError } from "../errors/wire-errors.ts";
import { toJsonValue } from "../protocol/json-value.ts";
import { errorMessage } from "../protocol/server-message.ts";
import type { ObservationData } from "../protocol/server-message.ts";
import { ToolAction } from "../protocol/tool-call.ts";
import type { JsonObject, Reward } from "../types.ts";
import type { CompiledSpec } from "./compiled-spec.ts";
import { EnvironmentGoneError } from "./environment-gone.ts";
import type { ResetOutcome, StepOutcome } from "./environment.ts";
import type { HostableEnvironment } from "./hostable-environment.ts";
import type { SessionScope } from "./session-scope.ts";
import type { StepLimits } from "./step-limits.ts";
import { callObservation, listObservation, toolFailed, toolThrew } from "./tool-outcome.ts";
import type { ToolOutcome } from "./tool-outcome.ts";
import type { HostedTool, ToolSet } from "./tool-set.ts";

type Outcome = ResetOutcome<object> | StepOutcome<object>;

/** Longest call of a tool by a step where no setting says otherwise, in milliseconds: as in Python (PROTOCOL §3.5). */
const STEP_TOOL_TIMEOUT_MS = 30_000;

/**
 * Calls one environment; never more than one call at a time, which the session sees to.
 *
 * A step that takes longer than `stepTimeoutMs` is answered with an error, and the signal of its context is aborted.
 * Until the environment has returned from it, every other call is refused; then the session is as good as before, only
 * that the step's outcome is lost. A step that never waits cannot be timed: it holds up the whole thread. Where that is a
 * worker's (`execution`), the worker is ended, and the session with it.
 */
export class HostedEnvironment {
  readonly #environment: HostableEnvironment;
  readonly #spec: CompiledSpec;
  readonly #scope: SessionScope;
  readonly #limits: StepLimits;
  /** Fields left out of the episode's observations. */
  #omit: readonly string[];
  /** A step that was given up and has not returned. */
  #overdue: Promise<void> | undefined;

  constructor(environment: HostableEnvironment, spec: CompiledSpec, scope: SessionScope, limits: StepLimits) {
    this.#environment = environment;
    this.#spec = spec;
    this.#omit = spec.omit;
    this.#scope = scope;
    this.#limits = limits;
  }

  /** The environment itself, for who speaks to it in another way than by episodes. */
  get inner(): HostableEnvironment {
    return this.#environment;
  }

  /**
   * Starts an episode. Its id and the count of steps change only when the environment's own reset has succeeded.
   *
   * @throws ValidationError, ExecutionError, SerializationError; as a rejection when the environment is asynchronous
   */
  reset(data: JsonObject): ObservationData | Promise<ObservationData> {
    const { seed, episodeId, params, omit } = this.#spec.parseReset(data);
    this.#refuseIfOverdue();
    this.#scope.seed(seed);
    const id = episodeId ?? crypto.randomUUID();
    const begin = (outcome: unknown): ObservationData => {
      this.#scope.episodeId = id;
      this.#scope.stepCount = 0;
      this.#limits.log?.episodeBegan(this.#scope);
      this.#omit = omit;
      return this.#toObservation("reset", outcome);
    };
    const allParams = { ...params, ...(seed !== undefined && { seed }), episode_id: id };
    return settle(() => this.#environment.reset(allParams, this.#scope), begin);
  }

  /**
   * Takes one action. A step counts when the environment has taken it, whatever becomes of its observation.
   *
   * @throws ValidationError, ExecutionError, SerializationError; as a rejection when the environment is asynchronous
   */
  step(data: JsonObject): ObservationData | Promise<ObservationData> {
    const action = this.#spec.parseAction(data);
    if (action instanceof ToolAction) return this.#stepTool(action);
    const { gate } = this.#limits;
    return gate === undefined ? this.#takeStep(action) : gate.run(() => this.#takeStep(action));
  }

  /**
   * Calls a tool beside the episode: no step is counted. What goes wrong is in the outcome; nothing is thrown.
   *
   * @param timeoutMs used where no setting says otherwise; `null` any
   */
  callTool(name: string, args: JsonObject, timeoutMs: number | null = null): ToolOutcome | Promise<ToolOutcome> {
    const tool = this.#spec.tools?.find(name);
    if (tool === undefined) return toolFailed("tool_not_found", `Unknown tool: ${name}`);
    const parsed = tool.parseArguments(args);
    if ("problem" in parsed) return toolFailed("invalid_args", parsed.problem);
    const { gate, toolTimeoutMs = timeoutMs } = this.#limits;
    const call = (): ToolOutcome | Promise<ToolOutcome> => this.#callTool(tool, parsed.value, toolTimeoutMs);
    return gate === undefined ? call() : gate.run(call);
  }

  /** @throws ExecutionError, SerializationError; as a rejection when the environment is asynchronous */
  state(): JsonObject | Promise<JsonObject> {
    this.#refuseIfOverdue();
    const complete = (own: unknown): JsonObject => {
      const base = { episode_id: this.#scope.episodeId, step_count: this.#scope.stepCount };
      return this.#spec.parseState({ ...base, ...(own as JsonObject | undefined) });
    };
    return settle(() => this.#environment.state?.(this.#scope), complete);
  }

  /** Frees what the environment holds. Rejects with whatever it throws. */
  async close(): Promise<void> {
    await this.#overdue;
    await this.#environment.close?.();
  }

  /** The session is over: nobody waits for the running call. */
  abandon(): void {
    this.#environment.abandon?.();
  }

  /** Has `listener` called when the environment ends by itself. */
  onGone(listener: (error: EnvironmentGoneError) => void): void {
    this.#environment.onGone?.(listener);
  }

  #takeStep(action: object): ObservationData | Promise<ObservationData> {
    this.#refuseIfOverdue();
    let outcome: unknown;
    // Written out, without the closures of `settle`: this runs for every step.
    try {
      outcome = this.#environment.step?.(action, this.#scope);
    } catch (error) {
      throw fromEnvironment(error);
    }
    if (!isThenable(outcome)) return this.#acceptStep(outcome);
    const { stepTimeoutMs } = this.#limits;
    return this.#finishStep(stepTimeoutMs === null ? outcome : this.#withinTime(outcome, stepTimeoutMs));
  }

  async #finishStep(outcome: PromiseLike<unknown>): Promise<ObservationData> {
    let settled: unknown;
    try {
      settled = await outcome;
    } catch (error) {
      throw fromEnvironment(error);
    }
    return this.#acceptStep(settled);
  }

  /** Every such step counts, a failing one and a listing too, as in Python (PROTOCOL §3.5). */
  #stepTool(action: ToolAction): ObservationData | Promise<ObservationData> {
    this.#refuseIfOverdue();
    this.#scope.stepCount += 1;
    if (action.type === "list_tools") return listObservation(this.#spec.tools as ToolSet);
    const { name } = action;
    const outcome = this.callTool(name, action.arguments, STEP_TOOL_TIMEOUT_MS);
    if (!(outcome instanceof Promise)) return callObservation(name, outcome);
    return outcome.then((settled) => callObservation(name, settled));
  }

  #callTool(tool: HostedTool, args: object, limitMs: number | null): ToolOutcome | Promise<ToolOutcome> {
    const fail = (error: unknown): ToolOutcome => {
      if (error instanceof EnvironmentGoneError) throw error;
      return toolThrew(this.#limits.log?.toolFailed(error, tool.manifest.name, this.#scope) ?? error);
    };
    const finish = (value: unknown): ToolOutcome => {
      try {
        return { result: tool.toResult(value) };
      } catch (error) {
        return fail(error);
      }
    };
    let value: unknown;
    try {
      this.#refuseIfOverdue();
      value = this.#environment.tools?.[tool.manifest.name]?.(args, this.#scope);
    } catch (error) {
      return fail(error);
    }
    if (!isThenable(value)) return finish(value);
    const given = limitMs === null ? Promise.resolve(value) : this.#withinTime(value, limitMs, "call", "toolTimeoutMs");
    return given.then(finish, fail);
  }

  #withinTime(
    outcome: PromiseLike<unknown>,
    limitMs: number,
    what = "step",
    setting = "stepTimeoutMs",
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const returned = (): void => {
        clearTimeout(timer);
        this.#overdue = undefined;
      };
      const ended = Promise.resolve(outcome).finally(returned).then(resolve, reject);
      const timer = setTimeout(() => {
        const error = new TimeoutError(`The ${what} took longer than ${setting} = ${limitMs}.`);
        this.#overdue = ended;
        this.#scope.abortCall(error);
        this.#environment.overdue?.(limitMs);
        reject(error);
      }, limitMs);
    });
  }

  #refuseIfOverdue(): void {
    if (this.#overdue === undefined) return;
    throw new ExecutionError("The environment has not returned from a step that took longer than it may.", {
      retryable: true,
    });
  }

  #acceptStep(outcome: unknown): ObservationData {
    this.#scope.stepCount += 1;
    return this.#toObservation("step", outcome);
  }

  #toObservation(call: "reset" | "step", given: unknown): ObservationData {
    if (typeof given !== "object" || given === null || !("observation" in given)) {
      throw new ExecutionError(`${call}() must return an object with an "observation".`);
    }
    const outcome = given as Outcome;
    const observation = this.#spec.parseObservation(outcome.observation);
    for (const field of this.#omit) Reflect.deleteProperty(observation, field);
    const reward = checkReward(call, outcome.reward);
    const done = checkDone(call, outcome.done);
    const { metadata } = outcome;
    if (metadata === undefined || isEmpty(metadata)) {
      observation.metadata = {};
      return { observation: observation as ObservationData["observation"], reward, done };
    }
    const plain = toJsonValue(metadata, "metadata") as JsonObject;
    observation.metadata = plain;
    return { observation: observation as ObservationData["observation"], reward, done, metadata: plain };
  }
}

/** Calls environment code and goes on with what it gives, without a promise where it gave none. */
function settle<T>(call: () => unknown, next: (value: unknown) => T): T | Promise<T> {
  let value: unknown;
  try {
    value = call();
  } catch (error) {
    throw fromEnvironment(error);
  }
  if (!isThenable(value)) return next(value);
  return Promise.resolve(value).then(next, (error: unknown) => {
    throw fromEnvironment(error);
  });
}

/**
 * Whatever environment code throws is the environment's failure, also when it is one of this package's own errors: the
 * environment may itself be a client of another one.
 */
function fromEnvironment(error: unknown): WireError {
  if (error instanceof EnvironmentGoneError) return error;
  return new ExecutionError(errorMessage(error), {
    cause: error,
    ...(error instanceof OpenEnvError && { retryable: error.retryable }),
  });
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";
}

function checkReward(call: "reset" | "step", reward: unknown): Reward {
  if (reward === undefined && call === "reset") return null;
  if (reward === null || typeof reward === "number" || typeof reward === "boolean") return reward;
  throw new ExecutionError(
    `${call}() must return a "reward" that is a number, a boolean or null; it is ${typeof reward}.`,
  );
}

function checkDone(call: "reset" | "step", done: unknown): boolean {
  if (done === undefined && call === "reset") return false;
  if (typeof done === "boolean") return done;
  throw new ExecutionError(`${call}() must return a "done" that is true or false; it is ${typeof done}.`);
}

function isEmpty(record: JsonObject): boolean {
  for (const _ in record) return false;
  return true;
}
