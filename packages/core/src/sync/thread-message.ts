/**
 * What a blocked thread and its worker say to each other. Types only; everything survives `structuredClone`.
 */
import type { CarriedError } from "./carried-error.ts";

/** What the worker keeps between calls. */
export type HostedKind = "channel" | "provider";

/** To the worker. */
export type ThreadRequest =
  /** Answered by a beat of the signal. */
  | { readonly type: "ping" }
  /** Makes something that calls are then addressed to. Not answered: what fails is told by the first call. */
  | { readonly type: "open"; readonly target: number; readonly kind: HostedKind; readonly args: readonly unknown[] }
  /** Answered by `value` or `error`, and by any number of `event` before. */
  | ThreadCall
  /** Closes it. Not answered. */
  | { readonly type: "drop"; readonly target: number };

export interface ThreadCall {
  readonly type: "call";
  readonly id: number;
  readonly target: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

/** From the worker. */
export type ThreadReply =
  | { readonly id: number; readonly type: "value"; readonly value: unknown }
  | { readonly id: number; readonly type: "error"; readonly error: CarriedError }
  /** Something to be told while the call goes on. */
  | { readonly id: number; readonly type: "event"; readonly value: unknown }
  /** The worker answers no more. */
  | { readonly id: 0; readonly type: "crash"; readonly error: CarriedError };
