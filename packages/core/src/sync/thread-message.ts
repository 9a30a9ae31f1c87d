/**
 * What a blocked thread and its worker say to each other, through a message port.
 *
 * A call that sends a text and gets one is a plain string both ways, for that is what is done thousands of times a
 * second: a port takes a string in half a microsecond (10 on Deno), and an object in two to four times that. Everything
 * else is an object that survives `structuredClone`.
 */
import type { CarriedError } from "../errors/carried-error.ts";

/** What the worker keeps between calls. */
export type HostedKind = "channel" | "provider";

/** To the worker; a string is a {@link TextCall}. */
export type ThreadRequest =
  | string
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

/** A call that is answered by a {@link TextReply} or an error. */
export interface TextCall {
  readonly id: number;
  readonly target: number;
  readonly method: string;
  /** Longest time the worker may take, in milliseconds. */
  readonly timeoutMs: number | undefined;
  readonly text: string;
}

/** From the worker; a string is a text reply. */
export type ThreadReply =
  | string
  | { readonly id: number; readonly type: "value"; readonly value: unknown }
  | { readonly id: number; readonly type: "error"; readonly error: CarriedError }
  /** Something to be told while the call goes on. */
  | { readonly id: number; readonly type: "event"; readonly value: unknown }
  /** The worker answers no more. */
  | { readonly id: 0; readonly type: "crash"; readonly error: CarriedError };

export function writeTextCall({ id, target, method, timeoutMs = 0, text }: TextCall): string {
  return `${id} ${target} ${method} ${timeoutMs} ${text}`;
}

export function readTextCall(message: string): TextCall {
  const ends: number[] = [];
  for (let at = -1; ends.length < 4; ends.push(at)) at = message.indexOf(" ", at + 1);
  const [first = 0, second = 0, third = 0, fourth = 0] = ends;
  const timeoutMs = Number(message.slice(third + 1, fourth));
  return {
    id: Number(message.slice(0, first)),
    target: Number(message.slice(first + 1, second)),
    method: message.slice(second + 1, third),
    timeoutMs: timeoutMs === 0 ? undefined : timeoutMs,
    text: message.slice(fourth + 1),
  };
}

export function writeTextReply(id: number, text: string): string {
  return `${id} ${text}`;
}

/** The number of the call that a reply belongs to. */
export function idOfReply(reply: ThreadReply): number {
  return typeof reply === "string" ? Number.parseInt(reply, 10) : reply.id;
}

export function textOfReply(reply: string): string {
  return reply.slice(reply.indexOf(" ") + 1);
}
