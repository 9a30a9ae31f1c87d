/**
 * JSON-RPC on the server, as Python OpenEnv speaks it on `/mcp` and in `mcp` messages: tools, and sessions that outlive a
 * socket (PROTOCOL §3). What the MCP specification says is at another path: see http/mcp-stream-route.ts.
 */
import { WireError } from "../errors/wire-errors.ts";
import { jsonRpcError, JsonRpcErrorCode, jsonRpcResult, readJsonRpcRequest } from "../protocol/json-rpc.ts";
import type { JsonRpcRequest } from "../protocol/json-rpc.ts";
import type { JsonObject } from "../types.ts";
import { rpcServerError } from "./dialect.ts";
import { callTool, listTools, type McpTools } from "./mcp-tools.ts";
import type { Session } from "./session.ts";

/** What JSON-RPC may do to the sessions of a server. */
export interface McpSessions {
  /** @throws CapacityReachedError, FactoryError */
  createDetached(): Promise<Session>;
  find(id: string): Session | undefined;
  endSession(session: Session, reason: string): void;
}

/** All that JSON-RPC needs of a server. */
export interface McpHost extends McpSessions, McpTools {}

/**
 * Answers one request; never throws.
 *
 * @param own the session of the socket the request came on, whose turn it is; left out over plain HTTP
 */
export function answerJsonRpc(value: unknown, host: McpHost, own?: Session): JsonObject | Promise<JsonObject> {
  const read = readJsonRpcRequest(value);
  if ("error" in read) return read.error;
  const { request } = read;
  switch (request.method) {
    case "tools/list":
      return listTools(request, host, own);
    case "tools/call":
      return callTool(request, host, own);
    case "openenv/session/create":
      return createSession(request, host, own);
    case "openenv/session/close":
      return closeSession(request, host, own);
    default:
      return jsonRpcError(request.id, JsonRpcErrorCode.MethodNotFound, `Method not found: ${request.method}`);
  }
}

function createSession(
  { id }: JsonRpcRequest,
  sessions: McpSessions,
  own: Session | undefined,
): JsonObject | Promise<JsonObject> {
  if (own !== undefined) return jsonRpcResult(id, { session_id: own.id });
  return sessions.createDetached().then(
    (session) => jsonRpcResult(id, { session_id: session.id }),
    (error: unknown) => {
      if (error instanceof WireError) return rpcServerError(id, error);
      throw error;
    },
  );
}

function closeSession({ id, params }: JsonRpcRequest, sessions: McpSessions, own: Session | undefined): JsonObject {
  const named = params.session_id;
  if (typeof named !== "string") {
    return jsonRpcError(id, JsonRpcErrorCode.InvalidParams, "params.session_id is required");
  }
  if (named === own?.id) {
    return jsonRpcError(id, JsonRpcErrorCode.InvalidRequest, "A socket cannot close its own session this way");
  }
  const session = sessions.find(named);
  // A session that belongs to another socket is nobody else's to close (PROTOCOL §9.1 row 20).
  if (session === undefined || !session.detachable) return unknownSession(id, named);
  if (session.starting) {
    return jsonRpcError(id, JsonRpcErrorCode.InvalidRequest, `Session ${named} is still initializing`);
  }
  if (session.attached) {
    session.closeOnDetach = true;
    return jsonRpcResult(id, { session_id: named, closed: false, closing: true });
  }
  sessions.endSession(session, "The session was closed by request.");
  return jsonRpcResult(id, { session_id: named, closed: true });
}

function unknownSession(id: JsonRpcRequest["id"], named: string): JsonObject {
  return jsonRpcError(id, JsonRpcErrorCode.InvalidParams, `Unknown session_id: ${named}`);
}
