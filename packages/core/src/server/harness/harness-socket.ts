/**
 * The socket `/harness` (PROTOCOL §1.13): it starts the agent by itself, and each message is a turn whose events are sent as
 * they happen. A turn that fails ends the session, for what state the agent is in nobody knows.
 */
import { CloseCode } from "../../protocol/close-code.ts";
import { protocolError, turnMessageOf } from "../../protocol/harness-event.ts";
import { parseJson, stringifyJson } from "../../protocol/json.ts";
import type { Session } from "../session.ts";
import { failureEvent, type HarnessEnvironment, TurnError } from "./harness-environment.ts";

/** Starts the agent in the session's first turn, before any message, and greets the client. */
export async function startHarness(session: Session, name: string): Promise<void> {
  await session.run((environment) => environment.reset({}));
  const data = { session_id: session.id, harness: name };
  session.output?.send(stringifyJson({ type: "session_started", data }));
}

/**
 * Handles one message.
 *
 * @param report told of what fails
 * @returns the one answer there is, or nothing when all has been sent
 */
export function answerHarness(
  text: string,
  session: Session,
  report: (error: unknown) => void,
): string | Promise<undefined> {
  let frame: unknown;
  try {
    frame = parseJson(text);
  } catch (error) {
    return protocolError("INVALID_JSON", `Invalid JSON: ${(error as Error).message}`);
  }
  const message = turnMessageOf(frame);
  if (message === undefined) {
    return protocolError("VALIDATION_ERROR", 'Invalid message: it must have type "message" and a text as content');
  }
  return runTurn(message, session, report);
}

async function runTurn(message: string, session: Session, report: (error: unknown) => void): Promise<undefined> {
  const harness = session.environment.inner as HarnessEnvironment;
  try {
    for await (const event of harness.turn(message, session.scope)) session.output?.send(stringifyJson(event));
  } catch (error) {
    if (!(error instanceof TurnError)) report(error);
    // What an agent says when it fails may hold its keys, or its user's.
    const told = error instanceof TurnError ? error.message : "harness turn failed";
    session.output?.send(stringifyJson(failureEvent(told)));
    session.output?.end(CloseCode.Normal, "");
  }
  return undefined;
}
