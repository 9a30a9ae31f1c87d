/**
 * What a server sends on `/ws` (PROTOCOL §2.3, §2.6), and how an error becomes an error frame.
 */
import { OpenEnvError } from "../errors/openenv-error.ts";
import { ValidationError, WireError } from "../errors/wire-errors.ts";
import type { JsonObject, Reward } from "../types.ts";
import { stringifyJson } from "./json.ts";
import { toJsonValue } from "./json-value.ts";
import type { WireErrorCode } from "./wire-error-code.ts";

/**
 * The `data` of an `observation` message. Metadata stands inside the observation always, and beside it when there is
 * some, as openenv 0.10.0 sends it.
 */
export interface ObservationData {
  readonly observation: JsonObject & { readonly metadata: JsonObject };
  readonly reward: Reward;
  readonly done: boolean;
  readonly metadata?: JsonObject;
}

/** The `data` of an `error` message. */
export interface ErrorData extends JsonObject {
  readonly message: string;
  readonly code: WireErrorCode | (string & {});
}

export type ServerMessage =
  | { readonly type: "observation"; readonly data: ObservationData }
  | { readonly type: "state"; readonly data: JsonObject }
  | { readonly type: "mcp"; readonly data: JsonObject }
  | { readonly type: "error"; readonly data: ErrorData };

/**
 * Writes a message.
 *
 * @throws SerializationError when the data cannot be written as JSON
 */
export function encodeServerMessage(message: ServerMessage): string {
  return stringifyJson(message);
}

/** The `data` of the error frame for whatever was thrown. Anything that is no {@link WireError} is the environment's. */
export function toErrorData(error: unknown): ErrorData {
  if (error instanceof WireError) {
    return { message: error.message, code: error.code, ...encodableDetails(error) };
  }
  return { message: errorMessage(error), code: "EXECUTION_ERROR" };
}

/** The text of whatever was thrown. */
export function errorMessage(error: unknown): string {
  if (error instanceof Error) return error.message === "" ? error.name : error.message;
  return String(error);
}

function encodableDetails(error: WireError): JsonObject {
  if (!(error instanceof ValidationError)) return { ...error.details };
  // The offending input came from the wire, or from an environment: the latter may hold what JSON cannot.
  return { ...error.details, errors: error.errors.map(encodableIssue) };
}

function encodableIssue(issue: ValidationError["errors"][number]): JsonObject {
  try {
    return { ...issue, ...(issue.input === undefined ? {} : { input: toJsonValue(issue.input) }) };
  } catch (error) {
    if (!(error instanceof OpenEnvError)) throw error;
    const { input: _, ...rest } = issue;
    return rest;
  }
}
