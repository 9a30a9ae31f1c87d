/**
 * JSON-RPC on the server: sessions that outlive a socket (PROTOCOL §3.2). Environments do not declare tools yet, so
 * both tool methods answer as an environment without tools does.
 */
import { WireError } from "../errors/wire-errors.ts";
import { jsonRpcError, JsonRpcErrorCode, jsonRpcResult, readJsonRpcRequest } from "../protocol/json-rpc.ts";
import type { JsonRpcRequest } from "../protocol/json-rpc.ts";
import type { JsonObject } from "../types.ts";
import type { Session } from "./session.ts";

/** What JSON-RPC may do to the sessions of a server. */
export interface McpSessions {
  /** @throws CapacityReachedError, FactoryError */
  createDetached(): Promise<Session>;
  find(id: string): Session | undefined;
  endSession(session: Session, reason: string): void;
}

/**
 * Answers one request; never throws.
 *
 * @param own the session of the socket the request came on; left out over plain HTTP
 */
export async function answerJsonRpc(value: unknown, sessions: McpSessions, own?: Session): Promise<JsonObject> {
  const read = readJsonRpcRequest(value);
  if ("error" in read) return read.error;
  const { request } = read;
  switch (request.method) {
    case "tools/list":
    case "tools/call":
      return unsupportedTools(request, sessions, own);
    case "openenv/session/create":
      return createSession(request, sessions, own);
    case "openenv/session/close":
      return closeSession(request, sessions, own);
    default:
      return jsonRpcError(request.id, JsonRpcErrorCode.MethodNotFound, `Method not found: ${request.method}`);
  }
}

function unsupportedTools({ id, params }: JsonRpcRequest, sessions: McpSessions, own?: Session): JsonObject {
  const named = params.session_id;
  if (own === undefined && typeof named === "string" && sessions.find(named) === undefined) {
    return unknownSession(id, named);
  }
  return jsonRpcError(id, JsonRpcErrorCode.InternalError, "The environment does not support MCP tools");
}

async function createSession({ id }: JsonRpcRequest, sessions: McpSessions, own?: Session): Promise<JsonObject> {
  if (own !== undefined) return jsonRpcResult(id, { session_id: own.id });
  try {
    const session = await sessions.createDetached();
    return jsonRpcResult(id, { session_id: session.id });
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return jsonRpcError(id, JsonRpcErrorCode.ServerError, error.message, error.details);
  }
}

function closeSession({ id, params }: JsonRpcRequest, sessions: McpSessions, own?: Session): JsonObject {
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
  if (session.output !== undefined) {
    session.closeOnDetach = true;
    return jsonRpcResult(id, { session_id: named, closed: false, closing: true });
  }
  sessions.endSession(session, "The session was closed by request.");
  return jsonRpcResult(id, { session_id: named, closed: true });
}

function unknownSession(id: JsonRpcRequest["id"], named: string): JsonObject {
  return jsonRpcError(id, JsonRpcErrorCode.InvalidParams, `Unknown session_id: ${named}`);
}
