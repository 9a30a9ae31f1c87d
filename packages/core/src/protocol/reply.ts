/**
 * Reads what a server sends on `/ws` (PROTOCOL §2.3): tolerant of what a Python server, an older or a newer one may
 * leave out or add (§10.9), strict about what would make an answer ambiguous.
 */
import { ProtocolViolationError } from "../errors/local-errors.ts";
import {
  CapacityReachedError,
  ExecutionError,
  FactoryError,
  InvalidJsonError,
  SessionError,
  UnknownTypeError,
  ValidationError,
  WireError,
} from "../errors/wire-errors.ts";
import type { JsonObject, Reward } from "../types.ts";
import { isJsonObject } from "./client-message.ts";
import { parseJson } from "./json.ts";
import type { ValidationIssue } from "./validation-issue.ts";

/** A message of a server, its envelope checked. */
export interface Reply {
  /** `observation`, `state`, `mcp` or `error`; a newer server may have others. */
  readonly type: string;
  /** `{}` when the server sent none. */
  readonly data: JsonObject;
}

/** What an `observation` message holds, wherever the server put the metadata. */
export interface ObservationReply {
  readonly observation: JsonObject;
  readonly reward: Reward;
  readonly done: boolean;
  readonly metadata: JsonObject;
}

/** @throws ProtocolViolationError when the text is no message of this protocol */
export function parseReply(text: string): Reply {
  let message: unknown;
  try {
    message = parseJson(text);
  } catch (error) {
    throw new ProtocolViolationError(`The server sent what is not JSON: ${excerpt(text)}`, { cause: error });
  }
  if (!isJsonObject(message) || typeof message.type !== "string") {
    throw new ProtocolViolationError(`The server sent a message without a type: ${excerpt(text)}`);
  }
  if (isJsonObject(message.data)) return message as unknown as Reply;
  return { type: message.type, data: {} };
}

/** How nearly all replies begin. */
const USUAL_REPLY = /^\{\s*"type"\s*:\s*"(observation|state|mcp)"\s*,\s*"data"\s*:\s*\{/;

/**
 * As {@link parseReply}, for who only hands the message on: the data of a usual reply is not looked at and left out.
 * The rest of such a text may yet turn out to be no JSON.
 */
export function skimReply(text: string): Reply {
  const type = USUAL_REPLY.exec(text)?.[1];
  return type === undefined ? parseReply(text) : { type, data: {} };
}

const KNOWN_TYPES: ReadonlySet<string> = new Set(["observation", "state", "mcp"]);

/**
 * True when a message, which is no error, can be the answer to a call. A type of a newer server passes, for an
 * observation only when its data has one.
 */
export function isReplyTo(reply: Reply, expected: "observation" | "state" | "mcp"): boolean {
  if (reply.type === expected) return true;
  if (KNOWN_TYPES.has(reply.type)) return false;
  return expected !== "observation" || isJsonObject(reply.data.observation);
}

/**
 * Reads the data of an `observation` message.
 *
 * @throws ProtocolViolationError for a `reward` or `done` of another type
 */
export function readObservation(data: JsonObject): ObservationReply {
  const { observation, reward = null, done = false } = data;
  if (reward !== null && typeof reward !== "number" && typeof reward !== "boolean") throw badReward(reward);
  if (typeof done !== "boolean") {
    throw new ProtocolViolationError(`The server sent a "done" that is a ${typeof done}, not true or false.`);
  }
  const own = isJsonObject(observation) ? observation : {};
  const metadata = isJsonObject(data.metadata) ? data.metadata : isJsonObject(own.metadata) ? own.metadata : {};
  return { observation: own, reward, done, metadata };
}

/** The typed error for the data of an `error` message. A code of a newer server gives a plain {@link WireError}. */
export function toWireError(data: JsonObject): WireError {
  const { message: text = "Unknown error", code = "UNKNOWN", ...details } = data;
  const message = String(text);
  const options = { details };
  switch (code) {
    case "INVALID_JSON":
      return new InvalidJsonError(message, options);
    case "UNKNOWN_TYPE":
      return new UnknownTypeError(message, options);
    case "VALIDATION_ERROR":
      return new ValidationError(toIssues(data.errors), message, options);
    case "EXECUTION_ERROR":
      return new ExecutionError(message, options);
    case "CAPACITY_REACHED": {
      const counts = { activeSessions: toCount(data.active_sessions), maxSessions: toCount(data.max_sessions) };
      return new CapacityReachedError(message, counts, options);
    }
    case "FACTORY_ERROR": {
      const name = typeof data.factory_name === "string" ? data.factory_name : undefined;
      return new FactoryError(message, name, options);
    }
    case "SESSION_ERROR":
      return new SessionError(message, options);
    default:
      return new WireError(String(code), message, options);
  }
}

function toIssues(errors: unknown): ValidationIssue[] {
  return Array.isArray(errors) ? (errors as unknown[]).filter(isJsonObject).map(toIssue) : [];
}

function toIssue(error: JsonObject): ValidationIssue {
  const { type = "unknown", loc, msg = "" } = error;
  return { ...error, type: String(type), loc: Array.isArray(loc) ? loc : [], msg: String(msg) };
}

function toCount(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function badReward(reward: unknown): ProtocolViolationError {
  if (typeof reward !== "bigint") {
    return new ProtocolViolationError(`The server sent a "reward" that is a ${typeof reward}.`);
  }
  return new ProtocolViolationError(
    `The server sent the reward ${reward}, a whole number that JavaScript would round. Have the environment give a float.`,
  );
}

/** Enough of a message to recognise it, and no more: it may be large or private. */
function excerpt(text: string): string {
  return text.length <= 80 ? JSON.stringify(text) : `${JSON.stringify(text.slice(0, 80))}…`;
}
