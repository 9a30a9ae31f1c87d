/** Looks at error frames. */
import assert from "node:assert/strict";
import type { Message, MessageData } from "./wire-peer.ts";

/** The data of an error frame with that code. */
export function expectError(message: Message, code: string): MessageData {
  assert.equal(message.type, "error", JSON.stringify(message));
  assert.equal(message.data.code, code, JSON.stringify(message));
  assert.equal(typeof message.data.message, "string");
  return message.data;
}

/** The one issue of a `VALIDATION_ERROR`, as `type` and `loc`. */
export function expectIssue(message: Message, type: string, loc: readonly unknown[]): void {
  const { errors } = expectError(message, "VALIDATION_ERROR");
  assert.deepEqual(
    errors.map((issue) => ({ type: issue.type, loc: issue.loc })),
    [{ type, loc }],
  );
}
