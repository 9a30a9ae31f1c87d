/** What is said on the socket `/harness` (PROTOCOL §1.13). */
import type { JsonObject } from "../types.ts";
import { isJsonObject } from "./client-message.ts";
import { stringifyJson } from "./json.ts";

/** What may happen in a turn. */
export const HARNESS_EVENT_TYPES = [
  "llm_request",
  "llm_response",
  "llm_chunk",
  "tool_call",
  "tool_result",
  "text_output",
  "error",
  "turn_complete",
] as const;

export type HarnessEventType = (typeof HARNESS_EVENT_TYPES)[number];

/**
 * One thing that happened in a turn. Usual members of `data`: `content` of an `llm_response` or `llm_chunk`, `tool_name` and
 * `arguments` of a `tool_call`, `tool_name` and `result` of a `tool_result`, `text` of a `text_output`, `message` and
 * `recoverable` of an `error`, `response` and `done` of a `turn_complete`.
 */
export interface HarnessEvent {
  readonly type: HarnessEventType;
  /** In seconds since 1970. */
  readonly timestamp: number;
  readonly data: JsonObject;
}

/** Why a client's frame began no turn; the socket stays open. */
export function protocolError(code: "INVALID_JSON" | "VALIDATION_ERROR", message: string): string {
  return stringifyJson({ type: "protocol_error", data: { message, code } });
}

/** The text of a client's frame, or `undefined` when it is none that begins a turn. Further members are ignored. */
export function turnMessageOf(frame: unknown): string | undefined {
  if (!isJsonObject(frame) || frame.type !== "message") return undefined;
  return typeof frame.content === "string" ? frame.content : undefined;
}

/** True for one of {@link HARNESS_EVENT_TYPES}. */
export function isHarnessEventType(type: unknown): type is HarnessEventType {
  return (HARNESS_EVENT_TYPES as readonly unknown[]).includes(type);
}
