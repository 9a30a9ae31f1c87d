/**
 * What can be done with an environment, written once for both ways of calling it. Types only.
 *
 * The blocking client is this interface in the other mode, not a type mapped over the class: mapping would lose
 * overloads and type arguments (SPIKE §A).
 */
import type { BaseResetParams, EnvTypes } from "../types.ts";
import type { CallOptions } from "./options.ts";
import type { StepResult } from "./step-result.ts";

/** How calls return. */
export type Mode = "async" | "sync";

/** What a call that gives `T` returns in a mode. */
export type Ret<M extends Mode, T> = M extends "async" ? Promise<T> : T;

/** The parameters of a reset: those of the environment, `seed` and `episode_id`. */
export type ResetInput<T extends EnvTypes> = T["resetInput"] & BaseResetParams;

/** The calls of one environment. */
export interface EnvMethods<M extends Mode, T extends EnvTypes> {
  /** Starts an episode. The only call that starts a new session when the old one is lost. */
  reset(params?: ResetInput<T>, options?: CallOptions): Ret<M, StepResult<T["observation"]>>;
  /** Takes one action. Never sent twice: when the session is lost, whether it was executed is unknown. */
  step(action: T["actionInput"], options?: CallOptions): Ret<M, StepResult<T["observation"]>>;
  /** Reads the environment's state. */
  state(options?: CallOptions): Ret<M, T["state"]>;
  /** Ends the session and frees the connection. */
  close(): Ret<M, void>;
}
