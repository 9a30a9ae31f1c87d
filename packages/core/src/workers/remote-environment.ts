/** An environment that lives in a worker, as the server steps it. */
import { carryError } from "../errors/carried-error.ts";
import type { EnvironmentGoneError } from "../server/environment-gone.ts";
import type { ResetOutcome, SessionContext, StepOutcome } from "../server/environment.ts";
import type { HostableEnvironment } from "../server/hostable-environment.ts";
import type { JsonObject } from "../types.ts";
import { type EnvironmentWorker, type Resident, UnsendableError } from "./environment-worker.ts";
import type { MadeEnvironment, WorkerCall } from "./worker-message.ts";

type Tools = Record<string, (args: object, context: SessionContext) => Promise<unknown>>;

export interface RemoteEnvironmentOptions {
  readonly worker: EnvironmentWorker;
  /** How long a call that nobody waits for may hold up a worker that nobody else uses, in milliseconds. */
  readonly closeTimeoutMs: number;
  readonly tools: readonly string[];
}

export class RemoteEnvironment implements HostableEnvironment, Resident {
  readonly tools: Tools;
  readonly #worker: EnvironmentWorker;
  readonly #session: number;
  readonly #closeTimeoutMs: number;
  #made: MadeEnvironment = { state: false };
  /** The number of the call that has not returned. */
  #running: number | undefined;
  /** What is listened to: another one after each step that took too long. */
  #signal: AbortSignal | undefined;
  #gone: EnvironmentGoneError | undefined;
  #onGone: ((error: EnvironmentGoneError) => void) | undefined;

  constructor({ worker, closeTimeoutMs, tools }: RemoteEnvironmentOptions) {
    this.#worker = worker;
    this.#session = worker.nextSession();
    this.#closeTimeoutMs = closeTimeoutMs;
    this.tools = Object.fromEntries(
      tools.map((name) => [name, (args, context) => this.#call("tool", [name, args], context)] as const),
    );
    worker.making += 1;
  }

  /**
   * @param ready settled when the worker can be asked
   * @throws FactoryError, EnvironmentGoneError
   */
  async make(context: SessionContext, ready: Promise<unknown>): Promise<void> {
    const request = { type: "make", session: this.#session, sessionId: context.sessionId } as const;
    try {
      await ready;
      this.#made = (await this.#ask(request, context)) as MadeEnvironment;
      this.#worker.residents.add(this);
    } finally {
      this.#worker.making -= 1;
    }
  }

  reset(params: JsonObject, context: SessionContext): Promise<ResetOutcome<object>> {
    return this.#call("reset", [params], context).catch(outcomeOf) as Promise<ResetOutcome<object>>;
  }

  step(action: object, context: SessionContext): Promise<StepOutcome<object>> {
    return this.#call("step", [action], context).catch(outcomeOf) as Promise<StepOutcome<object>>;
  }

  state(context: SessionContext): Promise<object> {
    return this.#made.state ? (this.#call("state", [], context) as Promise<object>) : Promise.resolve({});
  }

  async close(): Promise<void> {
    this.abandon();
    if (!this.#worker.ended) await this.#worker.ask({ type: "close", session: this.#session });
  }

  overdue(limitMs: number): void {
    if (this.#running !== undefined) this.#worker.abandon(this.#running, limitMs, false);
  }

  abandon(): void {
    this.#worker.residents.delete(this);
    if (this.#running !== undefined) this.#worker.abandon(this.#running, this.#closeTimeoutMs, true);
  }

  onGone(listener: (error: EnvironmentGoneError) => void): void {
    if (this.#gone === undefined) this.#onGone = listener;
    else listener(this.#gone);
  }

  gone(error: EnvironmentGoneError): void {
    this.#gone = error;
    this.#onGone?.(error);
  }

  #call(method: WorkerCall["method"], args: readonly unknown[], context: SessionContext): Promise<unknown> {
    const { episodeId, stepCount } = context;
    return this.#ask({ type: "call", session: this.#session, method, args, episodeId, stepCount }, context);
  }

  async #ask(question: Parameters<EnvironmentWorker["ask"]>[0], { signal }: SessionContext): Promise<unknown> {
    if (signal !== this.#signal) this.#listen(signal);
    try {
      return await this.#worker.ask(question, (id) => (this.#running = id));
    } finally {
      this.#running = undefined;
    }
  }

  #listen(signal: AbortSignal): void {
    this.#signal = signal;
    const abort = (): void => {
      this.#worker.tell({ type: "abort", session: this.#session, reason: carryError(signal.reason) });
    };
    signal.addEventListener("abort", abort, { once: true });
  }
}

/** An outcome that could not be sent is one all the same: whoever looks at it learns why. The step counts. */
class UnreadableOutcome {
  readonly #error: Error;

  constructor(error: Error) {
    this.#error = error;
  }

  get observation(): never {
    throw this.#error;
  }
}

function outcomeOf(error: unknown): UnreadableOutcome {
  if (error instanceof UnsendableError) return new UnreadableOutcome(error);
  throw error;
}
