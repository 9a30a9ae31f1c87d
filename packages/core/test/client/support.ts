/** What the cases of the client suite share. Runs on every runtime: no test framework here. */
import assert from "node:assert/strict";
import type { FakeConnection } from "./fake-server.ts";

/** One behaviour, checked by running it: a rejection is a failure. */
export interface ClientCase {
  /** Starts with the id of the reported issue or the rule it answers to. */
  readonly name: string;
  run(): Promise<void>;
}

/** A message a client sent. */
export interface Sent {
  readonly type: string;
  readonly data?: Record<string, unknown>;
}

export function parse(text: string): Sent {
  return JSON.parse(text) as Sent;
}

/** An observation message around `observation`. */
export function observation(fields: object, rest: object = {}): object {
  return { type: "observation", data: { observation: fields, reward: null, done: false, ...rest } };
}

export function errorFrame(code: string, rest: object = {}): object {
  return { type: "error", data: { message: `${code} happened`, code, ...rest } };
}

/** Answers as a server whose observation is the data it was sent; ends the session when asked to. */
export function echo(connection: FakeConnection, text: string): void {
  const { type, data } = parse(text);
  if (type === "close") connection.close(1000);
  else if (type === "state") connection.send({ type: "state", data: { episode_id: "e", step_count: 1 } });
  else connection.send(observation(data ?? {}));
}

/** What a promise rejects with; it must reject. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  let value: unknown;
  try {
    value = await promise;
  } catch (error) {
    return error;
  }
  return assert.fail(`It resolved with ${JSON.stringify(value)} where it should have rejected.`);
}

/** As {@link rejection}, and checks the class. */
export async function rejects<E extends Error>(
  promise: Promise<unknown>,
  errorClass: abstract new (...args: never[]) => E,
  message?: RegExp,
): Promise<E> {
  const error = await rejection(promise);
  assert.ok(error instanceof errorClass, `It rejected with ${String(error)}, not with a ${errorClass.name}.`);
  if (message !== undefined) assert.match(error.message, message);
  return error;
}
