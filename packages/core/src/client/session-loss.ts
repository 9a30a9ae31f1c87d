/**
 * Why a session is gone, and the errors that say so. A session can be lost long before the call that learns of it.
 */
import { MessageTooLargeError, SessionLostError } from "../errors/local-errors.ts";
import { CloseCode } from "../protocol/close-code.ts";
import { SERVER_MAX_MESSAGE_BYTES } from "../protocol/limits.ts";
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

/** The same loss, with what is known of the server's own end. */
export function serverEnded(lost: SessionLostError, end: Error): SessionLostError {
  return new SessionLostError(`${lost.message}\n${end.message}`, { cause: end, details: lost.details });
}

/**
 * What the end of a connection means for its session.
 *
 * @param largestSent length of the longest message without an answer. A server that refuses one for its size closes
 *   while it is still being written, and its close frame is often lost with the connection
 */
export function lossByClose(close: TransportClose, largestSent: number): SessionLoss {
  const { code, reason, wasClean, error } = close;
  const isSuspect = code === 1006 && largestSent > SERVER_MAX_MESSAGE_BYTES;
  const suspicion = isSuspect
    ? ` while a message of ${largestSent} characters was sent, more than most servers take`
    : "";
  const details = { closeCode: code, closeReason: reason, wasClean };
  return { why: `${describe(close)}${suspicion}`, cause: error, details };
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
  if (error !== undefined && error.message !== "") return `the connection broke: ${error.message.replace(/\.$/, "")}`;
  if (code === 1006) return "the connection broke without a close frame";
  if (code === 1005) return "the server closed the connection without a code";
  const meaning = MEANINGS[code];
  return `the server closed the connection with ${code}${meaning === undefined ? "" : ` (${meaning})`}${quoted(reason)}`;
}

function quoted(reason: string): string {
  return reason === "" ? "" : `, "${reason}"`;
}
