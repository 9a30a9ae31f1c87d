/** A harness as an environment: resets start it, steps are turns, and each turn has a time limit and an end. */
import { HarnessError } from "../../errors/harness-error.ts";
import { type HarnessEvent, isHarnessEventType } from "../../protocol/harness-event.ts";
import { toJsonValue } from "../../protocol/json-value.ts";
import type { JsonObject } from "../../types.ts";
import type { ResetOutcome, SessionContext, StepOutcome } from "../environment.ts";
import type { HostableEnvironment } from "../hostable-environment.ts";
import type { Harness, HarnessOptions, ToldEvent } from "./harness.ts";

/** What is decided about the turns of a harness. */
export interface TurnLimits {
  readonly turnTimeoutMs: number;
  readonly reward: HarnessOptions["reward"];
}

/** A failure that the server found itself, so that its text holds nothing of the agent's. */
export class TurnError extends HarnessError {}

export class HarnessEnvironment implements HostableEnvironment {
  readonly #harness: Harness;
  readonly #limits: TurnLimits;
  #running = false;
  #turns = 0;

  constructor(harness: Harness, limits: TurnLimits) {
    this.#harness = harness;
    this.#limits = limits;
  }

  async reset(params: JsonObject, context: SessionContext): Promise<ResetOutcome<object>> {
    await this.close();
    await this.#harness.start(context);
    this.#running = true;
    this.#turns = 0;
    return { observation: {}, reward: 0, metadata: { episode_id: params.episode_id, injected_tools: [] } };
  }

  async step(action: object, context: SessionContext): Promise<StepOutcome<object>> {
    if (!this.#running) throw new Error("There is no episode: a reset starts the harness.");
    const { message } = action as { readonly message: string };
    const events: HarnessEvent[] = [];
    try {
      for await (const event of this.turn(message, context)) events.push(event);
    } catch (error) {
      await this.close();
      if (error instanceof HarnessError) return failedTurn(error);
      throw error;
    }
    this.#turns += 1;
    const { response, done } = outcomeOf(events);
    const turn = { message, response, done, events, turnNumber: this.#turns };
    const reward = (await this.#limits.reward?.(turn, context)) ?? 0;
    const metadata = { response, turn_events: events, turn_number: this.#turns };
    return { observation: {}, reward, done, metadata };
  }

  state(): object {
    return { step_count: this.#turns };
  }

  async close(): Promise<void> {
    if (!this.#running) return;
    this.#running = false;
    await this.#harness.stop();
  }

  /**
   * One turn, event by event; the last is a `turn_complete`.
   *
   * @throws TurnError for an agent that is not running, takes too long, or ends without a word; what the agent throws
   */
  async *turn(message: string, context: SessionContext): AsyncGenerator<HarnessEvent, void> {
    if ((await this.#harness.isAlive?.()) === false) throw new TurnError("harness process is not running");
    const { turnTimeoutMs } = this.#limits;
    const deadline = new Deadline(turnTimeoutMs, context.signal);
    const told = this.#harness.turn(message, context)[Symbol.asyncIterator]();
    let last: HarnessEvent | undefined;
    let over = false;
    try {
      for (;;) {
        const { value, done } = await deadline.race(told.next());
        if (done === true) break;
        last = toEvent(value);
        yield last;
      }
      over = true;
    } finally {
      deadline.clear();
      // An agent that hangs would hang here too.
      if (!over) told.return?.().then(undefined, ignore);
    }
    if (last?.type !== "turn_complete") {
      throw new TurnError("harness event stream ended without a turn_complete event");
    }
  }
}

/** The event that tells of a failure, after which there is no other. */
export function failureEvent(message: string): HarnessEvent {
  return toEvent({ type: "error", data: { message, recoverable: false } });
}

function toEvent({ type, timestamp = Date.now() / 1000, data = {} }: ToldEvent): HarnessEvent {
  if (!isHarnessEventType(type)) throw new TypeError(`A harness told an event of the unknown type "${String(type)}".`);
  return { type, timestamp, data: toJsonValue(data, `data of ${type}`) as JsonObject };
}

function outcomeOf(events: readonly HarnessEvent[]): { readonly response: string; readonly done: boolean } {
  const { response = "", done = false } = events.at(-1)?.data ?? {};
  return { response: typeof response === "string" ? response : JSON.stringify(response), done: Boolean(done) };
}

function failedTurn({ message, errorType }: HarnessError): StepOutcome<object> {
  const metadata = { error: message, error_type: errorType, turn_events: [failureEvent(message)] };
  return { observation: {}, reward: 0, done: true, metadata };
}

/** Ends waits when the time of a turn is over, or nobody waits for it any more. */
class Deadline {
  readonly #ended: Promise<never>;
  #end: (error: Error) => void = ignore;
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #signal: AbortSignal;

  constructor(limitMs: number, signal: AbortSignal) {
    const tooLong = new TurnError(`harness turn exceeded ${limitMs / 1000} seconds`, "turn_timeout");
    this.#signal = signal;
    this.#ended = new Promise((_resolve, reject) => (this.#end = reject));
    // Whoever waits sees it; there may be nobody.
    this.#ended.catch(ignore);
    this.#timer = setTimeout(() => this.#end(tooLong), limitMs);
    signal.addEventListener("abort", this.#stop, { once: true });
    if (signal.aborted) this.#stop();
  }

  race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#ended]);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener("abort", this.#stop);
  }

  readonly #stop = (): void => this.#end(new TurnError("the session is over"));
}

function ignore(): void {}
