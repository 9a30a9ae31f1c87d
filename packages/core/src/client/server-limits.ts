/** What a server tells of its own limits, so that a caller's can be set to fit them. */
import type { Flow } from "./flow.ts";
import { type HttpAnswer, objectIn } from "./http-question.ts";
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
  const answer = (yield ask({ url })) as HttpAnswer;
  if (answer.status === 404) return undefined;
  const limits = objectIn(answer, url, "limits");
  return {
    stepTimeoutMs: numberOrNull(limits.step_timeout_ms),
    idleTimeoutMs: numberOrNull(limits.idle_timeout_ms),
    maxMessageBytes: numberOrNull(limits.max_message_bytes),
  };
}

function numberOrNull(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
