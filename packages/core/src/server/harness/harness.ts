/**
 * What an author of a harness environment writes (PROTOCOL §1.13, §7.9): an external agent that takes a message and works on
 * it by itself, turn by turn. Types, and what makes an environment of them.
 */
import { InvalidArgumentError } from "../../errors/local-errors.ts";
import type { HarnessEvent } from "../../protocol/harness-event.ts";
import type { MaybePromise, Reward } from "../../types.ts";
import type { EnvironmentDefinition } from "../definition.ts";
import type { EnvironmentOptions, SessionContext } from "../environment.ts";
import { LONGEST_TIMER_MS } from "../settings.ts";
import { HarnessEnvironment } from "./harness-environment.ts";
import { harnessSpec } from "./harness-spec.ts";

/** An event as a harness tells it: its time is the moment it is told, unless it says another. */
export type ToldEvent = Pick<HarnessEvent, "type"> & Partial<HarnessEvent>;

/** One agent, of one session. Its methods are never called at the same time, but for `stop`. */
export interface Harness {
  /** Begins a conversation: starts the agent, or makes it forget. Called by each reset. */
  start(context: SessionContext): MaybePromise<void>;
  /**
   * Takes one message and tells what happens, as it happens. The last event is a `turn_complete` with `response`, and `done`
   * when the task is over. A {@link HarnessError} ends the episode, with its message as the outcome.
   */
  turn(message: string, context: SessionContext): AsyncIterable<ToldEvent>;
  /** Whether it can take a message. Left out: always, once started. */
  isAlive?(): MaybePromise<boolean>;
  /** Ends the conversation and frees what it holds. May be called at any time, and when nothing runs. */
  stop(): MaybePromise<void>;
}

/** One turn that is over. */
export interface HarnessTurn {
  readonly message: string;
  readonly response: string;
  readonly done: boolean;
  readonly events: readonly HarnessEvent[];
  /** Counted from 1 in each episode. */
  readonly turnNumber: number;
}

/** Options of {@link defineHarness}. */
export interface HarnessOptions extends Omit<EnvironmentOptions, "harness"> {
  /** Of the environment, such as `claude_code_env`. */
  readonly name: string;
  /** Of the agent, as clients are told. Default: the environment's. */
  readonly harness?: string | undefined;
  /** Default `0.1.0`. */
  readonly version?: string | undefined;
  readonly description?: string | undefined;
  /** Longest turn, in milliseconds; after it the agent is stopped. Default 10 minutes. */
  readonly turnTimeoutMs?: number | undefined;
  /** What a turn is worth to a trainer. Default: 0. */
  readonly reward?: ((turn: HarnessTurn, context: SessionContext) => MaybePromise<Reward>) | undefined;
}

/** Makes one agent for each session. */
export type HarnessFactory = (context: SessionContext) => MaybePromise<Harness>;

/** Ten minutes, as in Python. */
const TURN_TIMEOUT_MS = 600_000;

/**
 * Makes an environment of a harness. On `/ws` a reset starts the agent and a step with `{ message }` is one turn, whose
 * response and events are metadata of the observation. In production mode the socket `/harness` streams the events.
 *
 * @throws InvalidArgumentError for an invalid `turnTimeoutMs`
 */
export function defineHarness(options: HarnessOptions, factory: HarnessFactory): EnvironmentDefinition {
  const { name, harness = name, version, description, turnTimeoutMs = TURN_TIMEOUT_MS, reward, ...rest } = options;
  if (!(turnTimeoutMs > 0)) {
    throw new InvalidArgumentError("turnTimeoutMs", `turnTimeoutMs is ${turnTimeoutMs}. It must be a number above 0.`);
  }
  const limits = { turnTimeoutMs: Math.min(turnTimeoutMs, LONGEST_TIMER_MS), reward };
  return Object.freeze({
    spec: harnessSpec({ name, version, description }),
    async factory(context: SessionContext) {
      return new HarnessEnvironment(await factory(context), limits);
    },
    options: { ...rest, harness },
  });
}
