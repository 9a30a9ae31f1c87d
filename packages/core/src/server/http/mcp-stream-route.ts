/**
 * `/mcp/stream`: the Streamable HTTP transport of the MCP specification, for off-the-shelf clients. `/mcp` itself is
 * Python OpenEnv's and cannot be both: what is a notification there is a request here (PROTOCOL §3.6, OE-63).
 *
 * An MCP session is a session of the server: it takes a slot, lives as long as calls come, and a socket may attach to it
 * by `/ws?session_id=`. Answers are JSON; the server has nothing to say unasked, so there is no stream to open.
 */
import { CapacityReachedError, FactoryError } from "../../errors/wire-errors.ts";
import { isJsonObject } from "../../protocol/client-message.ts";
import { parseJson } from "../../protocol/json.ts";
import { jsonRpcError, JsonRpcErrorCode, parseFailed } from "../../protocol/json-rpc.ts";
import type { JsonObject } from "../../types.ts";
import { rpcServerError } from "../dialect.ts";
import { answerSpecRequest, initializeResult, PROTOCOL_VERSIONS } from "../mcp-spec.ts";
import { mayUse } from "../origin-policy.ts";
import type { Session } from "../session.ts";
import { readText } from "./body.ts";
import type { HttpHost, Route } from "./host.ts";
import { json } from "./respond.ts";

const PATH = "/mcp/stream";
const SESSION = "mcp-session-id";

export function mcpStreamRoutes(host: HttpHost): Route[] {
  return [
    { method: "POST", path: PATH, handle: (request) => refuseStranger(request, host) ?? post(request, host) },
    { method: "DELETE", path: PATH, handle: (request) => refuseStranger(request, host) ?? end(request, host) },
  ];
}

async function post(request: Request, host: HttpHost): Promise<Response> {
  const text = await readText(request, host.settings.maxMessageBytes);
  let message: unknown;
  try {
    message = parseJson(text);
  } catch (error) {
    return json(parseFailed(error), 400);
  }
  const version = request.headers.get("mcp-protocol-version");
  if (version !== null && !PROTOCOL_VERSIONS.includes(version)) {
    return refusal(400, `Unsupported protocol version ${version}. There are ${PROTOCOL_VERSIONS.join(", ")}`);
  }
  if (isJsonObject(message) && message.method === "initialize") return initialize(message, host);
  const session = sessionOf(request, host);
  if (session instanceof Response) return session;
  return Array.isArray(message) ? answerBatch(message, host, session) : answerOne(message, host, session);
}

async function initialize({ id, params }: JsonObject, host: HttpHost): Promise<Response> {
  if (!isId(id)) return refusal(400, "initialize is a request and needs an id");
  let session: Session;
  try {
    session = await host.createDetached();
  } catch (error) {
    if (!(error instanceof CapacityReachedError || error instanceof FactoryError)) throw error;
    return json(rpcServerError(id, error));
  }
  const result = initializeResult(params, host.definition.spec.manifest, host.spec.tools !== undefined);
  return json({ jsonrpc: "2.0", id, result }, 200, { [SESSION]: session.id });
}

async function answerOne(message: unknown, host: HttpHost, session: Session): Promise<Response> {
  const answer = await answerMessage(message, host, session);
  return answer === undefined ? new Response(null, { status: 202 }) : json(answer);
}

/** Batches are part of the revision of March 2025. */
async function answerBatch(messages: readonly unknown[], host: HttpHost, session: Session): Promise<Response> {
  if (messages.length === 0) return refusal(400, "The batch is empty");
  const answers = await Promise.all(messages.map(async (message) => answerMessage(message, host, session)));
  const due = answers.filter((answer) => answer !== undefined);
  return due.length === 0 ? new Response(null, { status: 202 }) : json(due);
}

/** Nothing for a notification, or for a response to a request that was never made. */
function answerMessage(
  message: unknown,
  host: HttpHost,
  session: Session,
): JsonObject | undefined | Promise<JsonObject> {
  session.active = true;
  if (!isJsonObject(message) || message.jsonrpc !== "2.0") {
    return jsonRpcError(null, JsonRpcErrorCode.InvalidRequest, 'A message must be an object with jsonrpc "2.0"');
  }
  const { id, method, params } = message;
  if (typeof method !== "string") {
    if ("result" in message || "error" in message) return undefined;
    return jsonRpcError(isId(id) ? id : null, JsonRpcErrorCode.InvalidRequest, "method must be a string");
  }
  if (id === undefined) return undefined;
  if (!isId(id)) return jsonRpcError(null, JsonRpcErrorCode.InvalidRequest, "id must be a string or a whole number");
  return answerSpecRequest({ id, method, params: isJsonObject(params) ? params : {} }, host.spec.tools, session);
}

function end(request: Request, host: HttpHost): Response {
  const session = sessionOf(request, host);
  if (session instanceof Response) return session;
  host.endSession(session, "The MCP client ended the session.");
  return new Response(null, { status: 204 });
}

/** The session that the request names. One of another socket is nobody else's (PROTOCOL §9.1 row 20). */
function sessionOf(request: Request, host: HttpHost): Session | Response {
  const id = request.headers.get(SESSION);
  if (id === null) return refusal(400, "The header Mcp-Session-Id is missing: send initialize first");
  const session = host.find(id);
  if (session === undefined || !session.detachable) return refusal(404, "The session is not known, or has ended");
  return session;
}

/** The specification wants this check on any server, whatever it listens on. */
function refuseStranger(request: Request, { settings }: HttpHost): Response | undefined {
  if (mayUse(settings, request.headers.get("origin"))) return undefined;
  return refusal(403, "Requests from this origin are not allowed (option allowedOrigins)");
}

function isId(id: unknown): id is string | number {
  return typeof id === "string" || Number.isSafeInteger(id);
}

function refusal(status: number, message: string): Response {
  return json(jsonRpcError(null, JsonRpcErrorCode.ServerError, message), status);
}
