/**
 * The tools of a running server, ours or Python's, as `POST /mcp` lists them (PROTOCOL §3.4).
 */
import { parseJson } from "@openenv/core/protocol";
import { isJsonArray, isJsonObject, member, type Json, type JsonObject } from "../json/json.ts";
import type { ToolSource } from "../read/read-tools.ts";

const LISTING = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';

/** None where the server has none, or is too old to be asked. */
export async function readServerTools(base: string, timeoutMs: number): Promise<ToolSource[]> {
  const response = await fetch(`${base}/mcp`, {
    method: "POST",
    body: LISTING,
    headers: { "content-type": "application/json" },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) return [];
  const answer = parseJson(await response.text()) as Json;
  const result = isJsonObject(answer) ? member(answer, "result") : undefined;
  const tools = isJsonObject(result) ? member(result, "tools") : undefined;
  return isJsonArray(tools) ? tools.filter(isJsonObject).flatMap(toSource) : [];
}

/** Servers differ in the spelling of keys, and may leave a description out. */
function toSource(tool: JsonObject): ToolSource[] {
  const [name, description] = [member(tool, "name"), member(tool, "description")];
  if (typeof name !== "string") return [];
  const input = member(tool, "inputSchema") ?? member(tool, "input_schema");
  const output = member(tool, "outputSchema") ?? member(tool, "output_schema");
  return [
    {
      name,
      description: typeof description === "string" ? description : "",
      input: isJsonObject(input) ? input : { type: "object" },
      output: isJsonObject(output) ? unwrapped(output) : undefined,
    },
  ];
}

/** What is no object is listed inside one; a call gives the value itself. */
function unwrapped(schema: JsonObject): Json {
  if (member(schema, "x-fastmcp-wrap-result") !== true) return schema;
  const properties = member(schema, "properties");
  const value = isJsonObject(properties) ? member(properties, "result") : undefined;
  const definitions = member(schema, "$defs");
  return isJsonObject(value) && definitions !== undefined ? { ...value, $defs: definitions } : (value ?? {});
}

/** Whether a published action is the call of a tool, and nothing else. */
export function isToolCall(action: Json): boolean {
  const properties = isJsonObject(action) ? member(action, "properties") : undefined;
  const type = isJsonObject(properties) ? member(properties, "type") : undefined;
  const name = isJsonObject(properties) ? member(properties, "tool_name") : undefined;
  return isJsonObject(type) && member(type, "const") === "call_tool" && name !== undefined;
}
