/**
 * The JSON-RPC 2.0 of `/mcp` and of `mcp` messages (PROTOCOL §3.1, §3.3).
 */
import type { JsonObject } from "../types.ts";
import { isJsonObject } from "./client-message.ts";

/** The error codes of PROTOCOL §3.3. */
export const JsonRpcErrorCode = {
  ParseError: -32700,
  InvalidRequest: -32600,
  MethodNotFound: -32601,
  InvalidParams: -32602,
  InternalError: -32603,
  /** No session: the server is full, or the environment cannot be made. */
  ServerError: -32000,
} as const;

export type JsonRpcId = string | number | null;

/** A request that is of the right form. */
export interface JsonRpcRequest {
  readonly method: string;
  readonly params: JsonObject;
  readonly id: JsonRpcId;
}

const KEYS = new Set(["jsonrpc", "method", "params", "id"]);

/** Reads a request, or gives the error response for what is none. Null params count as none (PROTOCOL §9.1 row 19). */
export function readJsonRpcRequest(
  value: unknown,
): { readonly request: JsonRpcRequest } | { readonly error: JsonObject } {
  if (!isJsonObject(value))
    return { error: jsonRpcError(null, JsonRpcErrorCode.InvalidRequest, "A request must be an object") };
  const id = readId(value.id);
  const wrong = firstProblem(value, id);
  if (wrong !== undefined) return { error: jsonRpcError(id ?? null, JsonRpcErrorCode.InvalidRequest, wrong) };
  const params = (value.params ?? {}) as JsonObject;
  return { request: { method: value.method as string, params, id: id ?? null } };
}

export function jsonRpcResult(id: JsonRpcId, result: unknown): JsonObject {
  return { jsonrpc: "2.0", id, result };
}

export function jsonRpcError(id: JsonRpcId, code: number, message: string, data: unknown = null): JsonObject {
  return { jsonrpc: "2.0", id, error: { code, message, data } };
}

/** The answer to a text that is no JSON. */
export function parseFailed(error: unknown): JsonObject {
  return jsonRpcError(null, JsonRpcErrorCode.ParseError, `Parse error: ${(error as Error).message}`);
}

function readId(id: unknown): JsonRpcId | undefined {
  if (id === undefined || id === null) return null;
  if (typeof id === "string" || Number.isSafeInteger(id)) return id as string | number;
  return typeof id === "boolean" ? Number(id) : undefined;
}

function firstProblem(value: JsonObject, id: JsonRpcId | undefined): string | undefined {
  if (value.jsonrpc !== "2.0") return 'jsonrpc must be "2.0"';
  if (typeof value.method !== "string") return "method must be a string";
  if (value.params !== undefined && value.params !== null && !isJsonObject(value.params))
    return "params must be an object";
  if (id === undefined) return "id must be a string, a whole number or null";
  const extra = Object.keys(value).find((key) => !KEYS.has(key));
  return extra === undefined ? undefined : `${extra} is not part of a request`;
}
