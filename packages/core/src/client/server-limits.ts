/** What a server tells of its own limits, so that a caller's can be set to fit them. */
import { ProtocolViolationError } from "../errors/local-errors.ts";
import { isJsonObject } from "../protocol/client-message.ts";
import { upgradeRefused } from "../transport/handshake.ts";
import type { Flow } from "./flow.ts";
import type { HttpAnswer } from "./http-question.ts";
import type { Ask } from "./task-routes.ts";

/** Limits of a server; `null` is none. */
export interface ServerLimits {
  /** Longest step, in milliseconds. A client whose `messageTimeoutMs` is less gives a step up before its server does. */
  readonly stepTimeoutMs: number | null;
  /** How long a session may go without a message, in milliseconds. */
  readonly idleTimeoutMs: number | null;
  /** Largest message that it takes, in bytes: what the option `maxSendBytes` may be. */
  readonly maxMessageBytes: number | null;
}

/** Gives `undefined` where the server tells nothing: ours alone do. */
export function* askServerLimits(ask: Ask, url: string): Flow<ServerLimits | undefined> {
  const { status, text } = (yield ask({ url })) as HttpAnswer;
  if (status === 404) return undefined;
  if (status !== 200) throw upgradeRefused(url, status, text);
  let limits: unknown;
  try {
    limits = JSON.parse(text);
  } catch (error) {
    throw new ProtocolViolationError("The server's answer about its limits is no JSON.", { cause: error });
  }
  if (!isJsonObject(limits)) throw new ProtocolViolationError("The server's answer about its limits is no object.");
  return {
    stepTimeoutMs: numberOrNull(limits.step_timeout_ms),
    idleTimeoutMs: numberOrNull(limits.idle_timeout_ms),
    maxMessageBytes: numberOrNull(limits.max_message_bytes),
  };
}

function numberOrNull(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
