/**
 * The zod schema of constants and enumerations.
 */
import { isJsonArray, isJsonObject, type Json } from "../json/json.ts";
import { atom, listOf, objectOf, type Chain } from "../print/expression.ts";
import { jsonLiteral, objectKey } from "../print/literal.ts";
import { z } from "./validator-scope.ts";

/** zod's literals are scalars: a constant object or list is one whose members are constant. */
export function literalValidator(values: readonly Json[]): Chain {
  const scalars = values.filter((value) => typeof value !== "object" || value === null);
  const structures = values.filter((value) => typeof value === "object" && value !== null).map(structureValidator);
  const options = scalars.length === 0 ? structures : [scalarsValidator(scalars), ...structures];
  const [only] = options;
  return options.length === 1 && only !== undefined ? only : z("union", listOf(options));
}

function scalarsValidator(values: readonly Json[]): Chain {
  const [only] = values;
  if (values.length === 1) return only === null ? z("null") : z("literal", atom(jsonLiteral(only ?? null)));
  const name = values.every((value) => typeof value === "string") ? "enum" : "literal";
  return z(name, listOf(values.map((value) => atom(jsonLiteral(value)))));
}

function structureValidator(value: Json): Chain {
  if (isJsonArray(value)) return z("tuple", listOf(value.map(structureValidator)));
  if (!isJsonObject(value)) return scalarsValidator([value]);
  const members = Object.entries(value).map(([key, item]) => {
    return { key: objectKey(key), value: structureValidator(item), getter: false };
  });
  return z("strictObject", objectOf(members));
}
