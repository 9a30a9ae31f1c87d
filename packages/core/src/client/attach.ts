/**
 * Connects to a session that there is already (PROTOCOL §2.10), and sees that this is what happened: a server that does
 * not know of it gives a session of its own to whoever asks, and tools and episode would live in two environments.
 */
import { ProtocolViolationError } from "../errors/local-errors.ts";
import { isJsonObject } from "../protocol/client-message.ts";
import { CloseCode } from "../protocol/close-code.ts";
import { parseReply, toWireError } from "../protocol/reply.ts";
import type { Connect } from "../transport/transport.ts";
import { FirstAnswer } from "./first-answer.ts";

/**
 * A connector whose connections are attached to `sessionId`, or rejected.
 *
 * @throws SessionError when there is no such session, or a socket on it; ProtocolViolationError when the server gave
 *   another one
 */
export function attachedTo(sessionId: string, connect: Connect): Connect {
  return async (url, options, handlers) => {
    const answer = new FirstAnswer(handlers);
    const transport = await connect(`${url}?session_id=${encodeURIComponent(sessionId)}`, options, answer);
    try {
      checkAnswer(await answer.ask(transport, { option: "connectTimeoutMs", ms: options.connectTimeoutMs }), sessionId);
    } catch (error) {
      transport.close(CloseCode.Normal);
      throw error;
    }
    return transport;
  };
}

function checkAnswer(text: string, sessionId: string): void {
  const { type, data } = parseReply(text);
  if (type === "error") throw toWireError(data);
  const given = isJsonObject(data.result) ? data.result.session_id : undefined;
  if (given === sessionId) return;
  throw new ProtocolViolationError(
    `The server did not attach this connection to the session ${sessionId}: it gave ${String(given)}. ` +
      "Servers before openenv 0.10.0 do not know how.",
    { details: { sessionId, given } },
  );
}
