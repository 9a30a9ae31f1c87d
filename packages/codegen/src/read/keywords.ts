/**
 * Which keywords of JSON Schema say what.
 */
import { member, type JsonObject } from "../json/json.ts";
import { words } from "../print/words.ts";

export type TypeName = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

export const typeNames: readonly TypeName[] = ["null", "boolean", "number", "string", "array", "object"];

/** Keywords that constrain values of one type and let every other value pass. */
export const typeKeywords: ReadonlyMap<TypeName, readonly string[]> = new Map<TypeName, readonly string[]>([
  ["number", words("minimum maximum exclusiveMinimum exclusiveMaximum multipleOf")],
  ["string", words("minLength maxLength pattern")],
  ["array", words("items prefixItems additionalItems minItems maxItems uniqueItems")],
  [
    "object",
    words("properties required additionalProperties patternProperties propertyNames minProperties maxProperties"),
  ],
]);

/** Keywords that say something about validity, of which this package makes no use. */
const UNSUPPORTED = words(
  "if then else contains minContains maxContains dependentRequired dependentSchemas dependencies " +
    "unevaluatedProperties unevaluatedItems $dynamicRef $recursiveRef",
);

/** Keywords that OpenAPI and others understand as changing what is valid. */
const FOREIGN = words("nullable");

/** Every keyword that decides what is valid. The others only describe, and may stand beside a `$ref`. */
const CONSTRAINTS: ReadonlySet<string> = new Set([
  ...[...typeKeywords.values()].flat(),
  ...words("type enum const anyOf oneOf allOf not"),
]);

export function unsupportedKeywords(schema: JsonObject): string[] {
  return UNSUPPORTED.filter((keyword) => member(schema, keyword) !== undefined);
}

export function foreignKeywords(schema: JsonObject): string[] {
  return FOREIGN.filter((keyword) => member(schema, keyword) === true);
}

/** Whether a schema says more than what describes it. */
export function constrains(schema: JsonObject): boolean {
  return Object.keys(schema).some((keyword) => CONSTRAINTS.has(keyword));
}
