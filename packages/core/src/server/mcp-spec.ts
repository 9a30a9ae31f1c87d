/**
 * What the MCP specification says to a request, apart from its transport: tools in its own shapes, where a failed call is
 * a result with `isError` and only an unknown tool is an error of the protocol.
 */
import { SessionError } from "../errors/wire-errors.ts";
import { isJsonObject } from "../protocol/client-message.ts";
import { jsonRpcError, JsonRpcErrorCode, jsonRpcResult } from "../protocol/json-rpc.ts";
import type { JsonRpcRequest } from "../protocol/json-rpc.ts";
import { errorMessage } from "../protocol/server-message.ts";
import type { EnvManifest, JsonObject } from "../types.ts";
import type { Session } from "./session.ts";
import type { ToolOutcome } from "./tool-outcome.ts";
import { structuredSchema, type HostedTool, type ToolSet } from "./tool-set.ts";

/** The revisions that are spoken, the preferred one first. For what is answered here they are all alike. */
export const PROTOCOL_VERSIONS: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26"];

/** The answer to `initialize`: the client's own revision where it is known. */
export function initializeResult(params: unknown, manifest: EnvManifest, hasTools: boolean): JsonObject {
  const wanted = isJsonObject(params) ? params.protocolVersion : undefined;
  const protocolVersion = PROTOCOL_VERSIONS.find((version) => version === wanted) ?? PROTOCOL_VERSIONS[0];
  return {
    protocolVersion,
    capabilities: hasTools ? { tools: { listChanged: false } } : {},
    serverInfo: { name: manifest.name, version: manifest.version },
    ...(manifest.description !== "" && { instructions: manifest.description }),
  };
}

/** Answers any other request. */
export function answerSpecRequest(
  request: JsonRpcRequest,
  tools: ToolSet | undefined,
  session: Session,
): JsonObject | Promise<JsonObject> {
  const { id, method } = request;
  switch (method) {
    case "ping":
      return jsonRpcResult(id, {});
    case "tools/list":
      return jsonRpcResult(id, { tools: tools?.tools.map(describe) ?? [] });
    case "tools/call":
      return callTool(request, tools, session);
    default:
      return jsonRpcError(id, JsonRpcErrorCode.MethodNotFound, `Method not found: ${method}`);
  }
}

function describe({ manifest, wrapped }: HostedTool): JsonObject {
  const { name, description, inputSchema, outputSchema } = manifest;
  return {
    name,
    description,
    inputSchema: { ...inputSchema, type: "object" },
    ...(outputSchema !== null && { outputSchema: structuredSchema(outputSchema, wrapped) }),
  };
}

function callTool(
  { id, params }: JsonRpcRequest,
  tools: ToolSet | undefined,
  session: Session,
): JsonObject | Promise<JsonObject> {
  const { name } = params;
  const invalid = (message: string): JsonObject => jsonRpcError(id, JsonRpcErrorCode.InvalidParams, message);
  if (typeof name !== "string") return invalid("params.name is required");
  if (tools?.find(name) === undefined) return invalid(`Unknown tool: ${name}`);
  const args = params.arguments ?? {};
  if (!isJsonObject(args)) return invalid("params.arguments must be an object");
  return session
    .run((environment) => environment.callTool(name, args))
    .then(
      (outcome) => jsonRpcResult(id, toSpecResult(outcome)),
      (error: unknown) => {
        const code = error instanceof SessionError ? JsonRpcErrorCode.ServerError : JsonRpcErrorCode.InternalError;
        return jsonRpcError(id, code, errorMessage(error));
      },
    );
}

function toSpecResult(outcome: ToolOutcome): JsonObject {
  if ("error" in outcome) return { content: [{ type: "text", text: outcome.error.message }], isError: true };
  const { content, structured_content: structured } = outcome.result;
  return {
    content: content.map(({ type, text }) => ({ type, text })),
    ...(structured !== null && { structuredContent: structured }),
    isError: false,
  };
}
