/**
 * Why a session is gone, and the errors that say so. A session can be lost long before the call that learns of it.
 */
import { MessageTooLargeError, SessionLostError } from "../errors/local-errors.ts";
import { CloseCode } from "../protocol/close-code.ts";
import type { TransportClose } from "../transport/transport.ts";

/** The facts of one loss. */
export interface SessionLoss {
  /** A sentence without its full stop. */
  readonly why: string;
  readonly cause: Error | undefined;
  readonly details: Readonly<Record<string, unknown>>;
}

/** The error for a call on a lost session. A new one each time, so that each has its own stack. */
export function sessionLost(loss: SessionLoss): SessionLostError {
  const { why, cause, details } = loss;
  return new SessionLostError(`The session is lost: ${why}. Call reset() to start a new one.`, { cause, details });
}

/** What the end of a connection means for its session. */
export function lossByClose(close: TransportClose): SessionLoss {
  const { code, reason, wasClean, error } = close;
  return { why: describe(close), cause: error, details: { closeCode: code, closeReason: reason, wasClean } };
}

/** The error for calls in flight when the server closed with 1009: one of their messages was over its limit (WS-06). */
export function serverRefusedSize(close: TransportClose): MessageTooLargeError {
  return new MessageTooLargeError(
    `The server closed the connection with 1009${quoted(close.reason)}: a message of this client is over the server's ` +
      `limit, which is 16 MiB unless the server was started with another. Raising maxMessageBytes here changes ` +
      `nothing about that. The session is lost; call reset() to start a new one.`,
    { details: { closeCode: close.code, closeReason: close.reason } },
  );
}

/** The reasons of RFC 6455 for the codes a user is likely to meet. */
const MEANINGS: Readonly<Record<number, string>> = {
  [CloseCode.Normal]: "normal end",
  [CloseCode.GoingAway]: "going away",
  [CloseCode.PolicyViolation]: "policy violation",
  [CloseCode.MessageTooBig]: "message too big",
  1002: "protocol error",
  1003: "unsupported data",
  1007: "invalid data",
  1011: "internal error",
  1012: "restart",
  1013: "try again later",
};

function describe({ code, reason, error }: TransportClose): string {
  if (error !== undefined) return `the connection broke: ${error.message.replace(/\.$/, "")}`;
  if (code === 1006) return "the connection broke without a close frame";
  if (code === 1005) return "the server closed the connection without a code";
  const meaning = MEANINGS[code];
  return `the server closed the connection with ${code}${meaning === undefined ? "" : ` (${meaning})`}${quoted(reason)}`;
}

function quoted(reason: string): string {
  return reason === "" ? "" : `, "${reason}"`;
}
