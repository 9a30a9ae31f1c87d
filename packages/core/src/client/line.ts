/**
 * How the calls of a client reach its server: the one thing in which a blocking client differs from an async one.
 * Types only.
 */
import type { CallOptionsOf, Mode, Ret } from "./env-methods.ts";
import type { Flow, ItemFlow } from "./flow.ts";
import type { HttpAnswer, HttpQuestion } from "./http-question.ts";
import type { ReadReply, RequestKind } from "./pending-request.ts";

/** One of several messages that are sent together, and what reads its reply. */
export interface Message {
  readonly text: string;
  readonly read: ReadReply;
}

/** What became of one of several calls. */
export type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** One client's way to its server, in a mode. */
export interface Line<M extends Mode> {
  /** Sends a call and gives what `read` makes of the reply. */
  request(kind: RequestKind, text: string, read: ReadReply, options: CallOptionsOf<M> | undefined): Ret<M, unknown>;
  /** Sends several calls of a kind without waiting for their replies. What fails is in the outcomes. */
  requestAll(
    kind: RequestKind,
    messages: readonly Message[],
    options: CallOptionsOf<M> | undefined,
  ): Ret<M, readonly Outcome[]>;
  /** Asks the server by HTTP, beside the session. */
  ask(question: HttpQuestion, options: CallOptionsOf<M> | undefined): Ret<M, HttpAnswer>;
  /** What a call gives that was wrong before it could be sent. */
  refuse(error: unknown): Ret<M, never>;
  /**
   * Says that the client is in use from now on.
   *
   * @throws what every call gives when none can be made: ClientClosedError, ClientInUseError
   */
  use(): void;
  /** Does what takes several calls. */
  run<Result>(flow: Flow<Result>): Ret<M, Result>;
  /** Goes over what several calls give one by one. */
  iterate<Value>(
    flow: ItemFlow,
  ): M extends "async" ? AsyncGenerator<Value, void, undefined> : Generator<Value, void, undefined>;
  /**
   * Ends the session, frees the connection, and stops the server if the client started it.
   *
   * @param others what the server is not stopped before: the ends of other sessions on it
   */
  close(others: readonly Ret<M, void>[]): Ret<M, void>;
}

/** The server a client has started and stops with itself. */
export interface OwnedServer<M extends Mode> {
  /** Nothing to stop is no error. */
  stop(): Ret<M, void>;
  /** Why the server runs no more, where that is known. */
  explainEnd(): Ret<M, Error | undefined>;
}
