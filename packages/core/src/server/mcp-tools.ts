/**
 * `tools/list` and `tools/call` in JSON-RPC, with the results of FastMCP's client (PROTOCOL §3.4). Calls of one session
 * run one at a time, on whichever carrier they come; a listing waits for nothing, so a tool may list the tools (OE-59).
 */
import { FactoryError, SessionError } from "../errors/wire-errors.ts";
import { isJsonObject } from "../protocol/client-message.ts";
import { jsonRpcError, JsonRpcErrorCode, jsonRpcResult } from "../protocol/json-rpc.ts";
import type { JsonRpcRequest } from "../protocol/json-rpc.ts";
import { errorMessage } from "../protocol/server-message.ts";
import type { JsonObject } from "../types.ts";
import type { CompiledSpec } from "./compiled-spec.ts";
import { rpcServerError } from "./dialect.ts";
import type { HostedEnvironment } from "./hosted-environment.ts";
import type { Session } from "./session.ts";
import type { ToolOutcome } from "./tool-outcome.ts";

/** What tools need of a server. */
export interface McpTools {
  readonly spec: CompiledSpec;
  find(id: string): Session | undefined;
  /** Makes an environment, hands it over, and closes it. @throws FactoryError */
  once<T>(use: (environment: HostedEnvironment) => T | Promise<T>): Promise<T>;
}

export function listTools(request: JsonRpcRequest, host: McpTools, own: Session | undefined): JsonObject {
  const target = targetOf(request, host, own);
  if ("error" in target) return target.error;
  const { tools } = host.spec;
  return tools === undefined ? unsupported(request) : jsonRpcResult(request.id, { tools: tools.rpcList });
}

export function callTool(
  request: JsonRpcRequest,
  host: McpTools,
  own: Session | undefined,
): JsonObject | Promise<JsonObject> {
  const { id, params } = request;
  const target = targetOf(request, host, own);
  if ("error" in target) return target.error;
  const { name } = params;
  // As the original: a call of nothing is a mistake even where there is nothing to call.
  if (host.spec.tools === undefined && Boolean(name)) return unsupported(request);
  if (typeof name !== "string" || name === "")
    return jsonRpcError(id, JsonRpcErrorCode.InvalidParams, "params.name is required");
  const args = params.arguments ?? {};
  if (!isJsonObject(args)) return jsonRpcError(id, JsonRpcErrorCode.InternalError, "arguments must be an object");
  const call = (environment: HostedEnvironment): ToolOutcome | Promise<ToolOutcome> => environment.callTool(name, args);
  const answer = (outcome: ToolOutcome): JsonObject => answerOf(request, outcome);
  if (own !== undefined) {
    const outcome = call(own.environment);
    return outcome instanceof Promise ? outcome.then(answer) : answer(outcome);
  }
  const outcome = target.session === undefined ? host.once(call) : target.session.run(call);
  return outcome.then(answer, (error: unknown) => notCalled(request, error));
}

type Target = { readonly session: Session | undefined } | { readonly error: JsonObject };

/** The session that is meant. On a socket it is the socket's own, whatever the parameters say. */
function targetOf({ id, params }: JsonRpcRequest, host: McpTools, own: Session | undefined): Target {
  const named = params.session_id;
  if (own !== undefined || named === undefined || named === null) return { session: own };
  const session = typeof named === "string" ? host.find(named) : undefined;
  if (session === undefined) {
    return { error: jsonRpcError(id, JsonRpcErrorCode.InvalidParams, `Unknown session_id: ${shown(named)}`) };
  }
  if (session.starting) {
    const message = `Session ${session.id} is still initializing`;
    return { error: jsonRpcError(id, JsonRpcErrorCode.InvalidRequest, message) };
  }
  session.active = true;
  return { session };
}

function shown(id: unknown): string {
  return typeof id === "string" ? id : `a ${typeof id}`;
}

/** Whatever goes wrong in a call is -32603, as on FastMCP environments (PROTOCOL §3.3). */
function answerOf({ id }: JsonRpcRequest, outcome: ToolOutcome): JsonObject {
  if ("result" in outcome) return jsonRpcResult(id, outcome.result);
  return jsonRpcError(id, JsonRpcErrorCode.InternalError, outcome.error.message);
}

function notCalled({ id }: JsonRpcRequest, error: unknown): JsonObject {
  if (error instanceof SessionError) return jsonRpcError(id, JsonRpcErrorCode.InvalidParams, error.message);
  if (error instanceof FactoryError) return rpcServerError(id, error);
  return jsonRpcError(id, JsonRpcErrorCode.InternalError, errorMessage(error));
}

function unsupported({ id }: JsonRpcRequest): JsonObject {
  return jsonRpcError(id, JsonRpcErrorCode.InternalError, "The environment does not support MCP tools");
}
