/** WebSocket close codes and reasons. */

/** The close codes this protocol uses. Everything a server ends on `/ws` is 1000 (PROTOCOL §2.1), but for the ones below. */
export const CloseCode = {
  /** The normal end, also after an error frame. */
  Normal: 1000,
  /** The server is shutting down. */
  GoingAway: 1001,
  /** Too many messages were sent ahead of the replies. */
  PolicyViolation: 1008,
  /** A message was over the receiver's size limit. */
  MessageTooBig: 1009,
  /** The environment has gone: the worker it lived in has ended. */
  InternalError: 1011,
} as const;

/** RFC 6455 leaves 125 bytes for a close frame's payload, two of which are the code. */
const MAX_REASON_BYTES = 123;

/** Cuts a close reason to 123 UTF-8 bytes, never inside a character. */
export function truncateCloseReason(reason: string): string {
  // A character takes at most 3 bytes per UTF-16 unit, so most reasons need no encoding.
  if (reason.length * 3 <= MAX_REASON_BYTES) return reason;
  const target = new Uint8Array(MAX_REASON_BYTES);
  const { read } = new TextEncoder().encodeInto(reason, target);
  return reason.slice(0, read);
}
