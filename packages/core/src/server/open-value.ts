/**
 * Tells whether a JSON Schema has places of unknown type, where an environment may put what JSON cannot hold.
 */
import { isJsonObject } from "../protocol/client-message.ts";
import type { JsonObject } from "../types.ts";

/** The keywords that say what a value is. */
const TYPE_KEYWORDS = ["type", "$ref", "enum", "const", "anyOf", "oneOf", "allOf"];

/** True when some value below `schema` may be anything. An open object as a whole does not count. */
export function hasOpenValue(schema: JsonObject): boolean {
  const models = isJsonObject(schema.$defs) ? Object.values(schema.$defs) : [];
  return [schema, ...models].some(isOpen);
}

function isOpen(node: unknown): boolean {
  if (node === true) return true;
  if (!isJsonObject(node)) return false;
  if (!TYPE_KEYWORDS.some((keyword) => keyword in node)) return true;
  return childrenOf(node).some(isOpen);
}

function childrenOf(node: JsonObject): unknown[] {
  const children: unknown[] = [];
  for (const keyword of ["anyOf", "oneOf", "allOf", "prefixItems"]) {
    if (Array.isArray(node[keyword])) children.push(...(node[keyword] as unknown[]));
  }
  for (const keyword of ["properties", "patternProperties"]) {
    if (isJsonObject(node[keyword])) children.push(...Object.values(node[keyword]));
  }
  if (node.type === "array" && node.prefixItems === undefined) children.push(node.items ?? true);
  if (node.type === "object" && node.properties === undefined) children.push(node.additionalProperties ?? true);
  return children;
}
