/**
 * An environment of any types, as the code of the server calls it. Types only, no code.
 */
import type { JsonObject, MaybePromise } from "../types.ts";
import type { EnvironmentGoneError } from "./environment-gone.ts";
import type { ResetOutcome, SessionContext, StepOutcome } from "./environment.ts";

/** {@link import("./environment.ts").Environment}, whichever it is. */
export interface HostableEnvironment {
  reset(params: JsonObject, context: SessionContext): MaybePromise<ResetOutcome<object>>;
  /** Left out where every step is a call of a tool. */
  step?(action: object, context: SessionContext): MaybePromise<StepOutcome<object>>;
  state?(context: SessionContext): MaybePromise<object>;
  close?(): MaybePromise<void>;
  readonly tools?: Readonly<Record<string, (args: object, context: SessionContext) => unknown>>;
  /** Told that its running call has taken longer than this, in milliseconds. The ones below are for environments in workers. */
  overdue?(limitMs: number): void;
  /** Told that the session is over, and nobody waits for its running call. */
  abandon?(): void;
  /** Has `listener` called when the environment ends by itself. */
  onGone?(listener: (error: EnvironmentGoneError) => void): void;
}

/** Makes one: a function or a class. */
export type HostableFactory =
  | ((context: SessionContext) => MaybePromise<HostableEnvironment>)
  | (new (context: SessionContext) => HostableEnvironment);
