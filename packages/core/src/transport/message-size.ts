/** The size of a message on the wire, and the error for one that is over this end's limit. */
import { MessageTooLargeError } from "../errors/local-errors.ts";

const encoder = new TextEncoder();

/** True when `text` takes more than `limit` bytes as UTF-8. Encodes nothing unless it is close to the limit. */
export function exceedsUtf8Bytes(text: string, limit: number): boolean {
  // One to three bytes for each UTF-16 unit: a surrogate pair takes four.
  if (text.length > limit) return true;
  if (text.length * 3 <= limit) return false;
  return encoder.encode(text).byteLength > limit;
}

/** The error for a message that was too large to be received. The connection cannot go on after one (WS-01). */
export function receivedTooLarge(maxMessageBytes: number, cause?: Error): MessageTooLargeError {
  return new MessageTooLargeError(
    `The peer sent a message over this end's maxMessageBytes (${maxMessageBytes} bytes), so the connection was closed.`,
    { cause, details: { maxMessageBytes } },
  );
}
