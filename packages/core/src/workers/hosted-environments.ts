/**
 * The environments of one worker, inside it. It only calls them: what goes in has been checked by the server, and what
 * comes out will be.
 */
import { carryError, reviveError } from "../errors/carried-error.ts";
import { SerializationError } from "../errors/local-errors.ts";
import { toJsonValue } from "../protocol/json-value.ts";
import { errorMessage } from "../protocol/server-message.ts";
import type { EnvironmentDefinition } from "../server/definition.ts";
import type { HostableEnvironment } from "../server/hostable-environment.ts";
import { makeEnvironment } from "../server/make-environment.ts";
import { SessionScope } from "../server/session-scope.ts";
import { loadDefinition } from "./load-definition.ts";
import type { MadeEnvironment, WorkerAnswer, WorkerCall, WorkerRequest } from "./worker-message.ts";

/** The way to the server. */
export interface WorkerOutput {
  /** @throws DataCloneError when the answer holds what only this worker can hold */
  say(answer: WorkerAnswer): void;
  /** Tells that a call begins, and then begins it: it may hold the thread for as long as it likes. */
  begin(id: number, call: () => void): void;
}

interface Hosted {
  readonly environment: HostableEnvironment;
  readonly scope: SessionScope;
}

export class HostedEnvironments {
  readonly #output: WorkerOutput;
  readonly #hosted = new Map<number, Hosted>();
  readonly #shutdown = new AbortController();
  #definition: EnvironmentDefinition | undefined;
  #lastId = 0;
  /** Calls that have not returned. */
  readonly #running = new Set<number>();

  constructor(output: WorkerOutput) {
    this.#output = output;
  }

  receive(request: WorkerRequest): void {
    if (request.type === "abort") {
      this.#hosted.get(request.session)?.scope.abortCall(reviveError(request.reason));
      return;
    }
    this.#lastId = request.id;
    if (request.type === "ping" || request.type === "running") {
      this.#output.say({ id: request.id, value: [...this.#running] });
    } else {
      this.#output.begin(request.id, () => this.#answer(request.id, () => this.#perform(request)));
    }
  }

  /** The next question did not survive the way here: it was nested too deep. Their numbers come one after the other. */
  missed(error: unknown): void {
    this.#lastId += 1;
    const why = new SerializationError(`It could not be given to the worker: ${errorMessage(error)}`);
    this.#output.say({ id: this.#lastId, error: carryError(why) });
  }

  #answer(id: number, perform: () => unknown): void {
    this.#running.add(id);
    const succeed = (value: unknown): void => {
      this.#running.delete(id);
      try {
        this.#output.say({ id, value: withPlainMetadata(value) });
      } catch (error) {
        this.#output.say({ id, unsendable: carryError(whyUnsendable(value, error)) });
      }
    };
    const fail = (error: unknown): void => {
      this.#running.delete(id);
      this.#output.say({ id, error: carryError(error) });
    };
    let value: unknown;
    try {
      value = perform();
    } catch (error) {
      fail(error);
      return;
    }
    if (isThenable(value)) void Promise.resolve(value).then(succeed, fail);
    else succeed(value);
  }

  #perform(request: Exclude<WorkerRequest, { type: "abort" | "ping" | "running" }>): unknown {
    switch (request.type) {
      case "load":
        return this.#load(request);
      case "make":
        return this.#make(request);
      case "call":
        return this.#call(request);
      case "close":
        return this.#close(request.session);
      case "tasks":
        return this.#callTasks(request);
      case "stop":
        this.#shutdown.abort(new Error("The server is shutting down."));
        return this.#definition?.options.close?.();
    }
  }

  async #load({ module, name }: Extract<WorkerRequest, { type: "load" }>): Promise<void> {
    this.#definition = await loadDefinition(module, name);
    await this.#definition.options.setup?.({ signal: this.#shutdown.signal });
  }

  #make({ session, sessionId }: Extract<WorkerRequest, { type: "make" }>): unknown {
    const scope = new SessionScope(sessionId);
    const keep = (environment: HostableEnvironment): MadeEnvironment => {
      this.#hosted.set(session, { environment, scope });
      return { state: environment.state !== undefined };
    };
    const made = makeEnvironment(this.#definition as EnvironmentDefinition, scope);
    return made instanceof Promise ? made.then(keep) : keep(made);
  }

  #call({ session, method, args, episodeId, stepCount }: WorkerCall): unknown {
    const { environment, scope } = this.#hosted.get(session) as Hosted;
    scope.episodeId = episodeId;
    scope.stepCount = stepCount;
    const [first, second] = args as [never, never];
    switch (method) {
      case "reset":
        scope.seed((first as { seed?: number }).seed);
        return environment.reset(first, scope);
      case "step":
        return environment.step?.(first, scope);
      case "state":
        return environment.state?.(scope);
      case "tool":
        return environment.tools?.[first]?.(second, scope);
    }
  }

  #close(session: number): unknown {
    const hosted = this.#hosted.get(session);
    this.#hosted.delete(session);
    hosted?.scope.abort(new Error("The session is over."));
    return hosted?.environment.close?.();
  }

  #callTasks({ method, args }: Extract<WorkerRequest, { type: "tasks" }>): unknown {
    const { tasks } = (this.#definition as EnvironmentDefinition).options;
    return (tasks?.[method] as ((...args: unknown[]) => unknown) | undefined)?.call(tasks, ...args);
  }
}

/** Metadata may be anything, and is checked where the error can name the place: it may be too deep for the way. */
function withPlainMetadata(value: unknown): unknown {
  const { observation, metadata } = (value ?? {}) as { observation?: unknown; metadata?: unknown };
  return observation === undefined || metadata === undefined
    ? value
    : { ...(value as object), metadata: toJsonValue(metadata, "metadata") };
}

/** Names the place in an outcome or any other value, where it can be found. */
function whyUnsendable(value: unknown, failure: unknown): unknown {
  try {
    const { observation, metadata } = value as { observation?: unknown; metadata?: unknown };
    toJsonValue(observation, "observation");
    toJsonValue(metadata, "metadata");
    toJsonValue(value);
  } catch (error) {
    return error;
  }
  return new SerializationError(`It cannot leave its worker: ${errorMessage(failure)}`, { cause: failure });
}

function isThenable(value: unknown): boolean {
  return typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";
}
