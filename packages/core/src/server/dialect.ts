/** What a socket speaks, and how an error is told in it. */
import { WireError } from "../errors/wire-errors.ts";
import { stringifyJson } from "../protocol/json.ts";
import { jsonRpcError, JsonRpcErrorCode } from "../protocol/json-rpc.ts";
import { encodeServerMessage, toErrorData } from "../protocol/server-message.ts";
import type { JsonObject } from "../types.ts";

/** The messages of `/ws`, bare JSON-RPC as on the socket `/mcp`, or turns of a harness as on `/harness`. */
export type Dialect = "session" | "json-rpc" | "harness";

/** The message that tells of an error which belongs to no request. */
export function encodeError(error: unknown, dialect: Dialect): string {
  if (dialect !== "json-rpc") return encodeServerMessage({ type: "error", data: toErrorData(error) });
  return stringifyJson(rpcServerError(null, error));
}

/** The JSON-RPC error for what keeps a session from being: its `data` has the counts, or the name of the factory. */
export function rpcServerError(id: string | number | null, error: unknown): JsonObject {
  const { message, code: _, ...details } = toErrorData(error);
  const data = error instanceof WireError && Object.keys(details).length > 0 ? details : null;
  return jsonRpcError(id, JsonRpcErrorCode.ServerError, message, data);
}
