/**
 * What a client sends on `/ws` (PROTOCOL §2.2). The envelope is closed: one key too many is an error. It is checked by
 * hand, since this runs for every message (SPIKE §B).
 */
import type { JsonObject } from "../types.ts";
import type { ValidationIssue } from "./validation-issue.ts";

/** Starts an episode. */
export interface ResetMessage {
  readonly type: "reset";
  readonly data?: JsonObject;
}

/** Takes one action: `data` is the action itself. */
export interface StepMessage {
  readonly type: "step";
  readonly data: JsonObject;
}

/** Reads the state. */
export interface StateMessage {
  readonly type: "state";
}

/** Ends the session; answered by the close handshake only. */
export interface CloseMessage {
  readonly type: "close";
}

/** A JSON-RPC request that bypasses the episode. */
export interface McpMessage {
  readonly type: "mcp";
  readonly data: JsonObject;
}

export type ClientMessage = ResetMessage | StepMessage | StateMessage | CloseMessage | McpMessage;

/** Whether `data` may, must or must not be there. */
const DATA_RULE = { reset: "optional", step: "required", state: "none", close: "none", mcp: "required" } as const;

export type ClientMessageType = keyof typeof DATA_RULE;

/** True for the five known values of `type`. */
export function isClientMessageType(type: unknown): type is ClientMessageType {
  return typeof type === "string" && Object.hasOwn(DATA_RULE, type);
}

/** Checks an envelope whose `type` is known. Gives `null` when it is right; allocates nothing then. */
export function checkEnvelope(message: JsonObject, type: ClientMessageType): ValidationIssue[] | null {
  const rule = DATA_RULE[type];
  let issues: ValidationIssue[] | null = null;
  let hasData = false;
  for (const key in message) {
    if (key === "type") continue;
    if (key === "data" && rule !== "none") {
      hasData = true;
      if (!isJsonObject(message.data)) (issues ??= []).push(notAnObject(message.data));
    } else {
      (issues ??= []).push(extraKey(key, message[key]));
    }
  }
  if (rule === "required" && !hasData) {
    (issues ??= []).push({ type: "missing", loc: ["data"], msg: "Field required", input: message });
  }
  return issues;
}

/** True for what JSON calls an object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function notAnObject(input: unknown): ValidationIssue {
  return { type: "dict_type", loc: ["data"], msg: "Input should be a valid object", input };
}

function extraKey(key: string, input: unknown): ValidationIssue {
  return { type: "extra_forbidden", loc: [key], msg: "Extra inputs are not permitted", input };
}
