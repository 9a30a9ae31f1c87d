/**
 * The JSON Schemas of a tool, as FastMCP publishes them: Pydantic's, without titles.
 */
import type { Node } from "../ir/node.ts";
import { isJsonArray, isJsonObject, jsonObject, type Json, type JsonObject } from "../json/json.ts";
import { publishedSchema } from "./published-schema.ts";

/** Keywords whose members are schemas by name. */
const SCHEMAS_BY_NAME: ReadonlySet<string> = new Set(["properties", "patternProperties", "$defs"]);
/** Keywords that hold data. */
const DATA: ReadonlySet<string> = new Set(["const", "default", "enum", "discriminator", "required"]);

export function toolSchema(node: Node): JsonObject {
  return untitled(publishedSchema(node, ""));
}

function untitled(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).filter(([keyword]) => keyword !== "title");
  return jsonObject(entries.map(([keyword, value]) => [keyword, untitledIn(keyword, value)] as const));
}

function untitledIn(keyword: string, value: Json): Json {
  if (DATA.has(keyword)) return value;
  if (isJsonArray(value)) return value.map((item) => (isJsonObject(item) ? untitled(item) : item));
  if (!isJsonObject(value)) return value;
  if (!SCHEMAS_BY_NAME.has(keyword)) return untitled(value);
  return jsonObject(
    Object.entries(value).map(([name, item]) => [name, isJsonObject(item) ? untitled(item) : item] as const),
  );
}
