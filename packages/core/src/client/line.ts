/**
 * How the calls of a client reach its server: the one thing in which a blocking client differs from an async one.
 * Types only.
 */
import type { CallOptionsOf, Mode, Ret } from "./env-methods.ts";
import type { ReadReply, RequestKind } from "./pending-request.ts";

/** One client's way to its server, in a mode. */
export interface Line<M extends Mode> {
  /** Sends a call and gives what `read` makes of the reply. */
  request(kind: RequestKind, text: string, read: ReadReply, options: CallOptionsOf<M> | undefined): Ret<M, unknown>;
  /** What a call gives that was wrong before it could be sent. */
  refuse(error: unknown): Ret<M, never>;
  /** Ends the session, frees the connection, and stops the server if the client started it. */
  close(): Ret<M, void>;
}

/** The server a client has started and stops with itself. */
export interface OwnedServer<M extends Mode> {
  /** Nothing to stop is no error. */
  stop(): Ret<M, void>;
  /** Why the server runs no more, where that is known. */
  explainEnd(): Ret<M, Error | undefined>;
}
