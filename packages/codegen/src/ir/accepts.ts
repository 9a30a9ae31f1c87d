/**
 * Whether a value fits a node, decided at generation time: for defaults, and for merging enumerations with other
 * constraints. Says the same as the validators that are printed.
 */
import { isJsonArray, isJsonObject, member, sameJson, type Json, type JsonObject } from "../json/json.ts";
import { toRegExp } from "../print/regular-expression.ts";
import type { ArrayNode, Node, NumberNode, ObjectNode, RecordNode, StringNode, TupleNode } from "./node.ts";
import { resolve } from "./model.ts";

export function accepts(node: Node, value: Json): boolean {
  return fits(node, value) && !(node.not ?? []).some((refused) => accepts(refused, value));
}

function fits(node: Node, value: Json): boolean {
  switch (node.kind) {
    case "unknown":
      return true;
    case "never":
      return false;
    case "null":
      return value === null;
    case "boolean":
      return typeof value === "boolean";
    case "string":
      return typeof value === "string" && fitsString(node, value);
    case "number":
      return (typeof value === "number" || typeof value === "bigint") && fitsNumber(node, value);
    case "literal":
      return node.values.some((literal) => sameJson(literal, value));
    case "array":
    case "tuple":
      return isJsonArray(value) && fitsList(node, value);
    case "object":
      return isJsonObject(value) && fitsObject(node, value);
    case "record":
      return isJsonObject(value) && fitsRecord(node, value);
    case "union": {
      const count = node.variants.filter((variant) => accepts(variant, value)).length;
      return node.exclusive ? count === 1 : count > 0;
    }
    case "intersection":
      return node.parts.every((part) => accepts(part, value));
    case "ref":
      return accepts(resolve(node), value);
  }
}

function fitsString({ minLength = 0, maxLength = Infinity, patterns = [] }: StringNode, value: string): boolean {
  const length = [...value].length;
  return (
    length >= minLength && length <= maxLength && patterns.every((pattern) => toRegExp(pattern)?.test(value) ?? true)
  );
}

function fitsNumber(node: NumberNode, value: number | bigint): boolean {
  if (node.integer && typeof value === "number" && !Number.isInteger(value)) return false;
  return (
    (node.minimum === undefined || value >= node.minimum) &&
    (node.maximum === undefined || value <= node.maximum) &&
    (node.exclusiveMinimum === undefined || value > node.exclusiveMinimum) &&
    (node.exclusiveMaximum === undefined || value < node.exclusiveMaximum) &&
    (node.multipleOf ?? []).every((divisor) => isMultiple(value, divisor))
  );
}

function isMultiple(value: number | bigint, divisor: number | bigint): boolean {
  if (typeof value === "bigint" || typeof divisor === "bigint") return BigInt(value) % BigInt(divisor) === 0n;
  const quotient = value / divisor;
  return Math.abs(quotient - Math.round(quotient)) < Number.EPSILON * Math.max(1, Math.abs(quotient));
}

function fitsList(node: ArrayNode | TupleNode, value: readonly Json[]): boolean {
  if (value.length < (node.minItems ?? 0) || value.length > (node.maxItems ?? Infinity)) return false;
  if (node.uniqueItems && value.some((item, index) => value.slice(0, index).some((other) => sameJson(item, other)))) {
    return false;
  }
  return value.every((item, index) => {
    const expected = node.kind === "array" ? node.items : (node.items[index] ?? node.rest);
    return expected !== undefined && accepts(expected, item);
  });
}

function fitsObject(node: ObjectNode, value: JsonObject): boolean {
  const { properties, patterns = [], unknownKeys, minProperties = 0, maxProperties = Infinity } = node;
  const keys = Object.keys(value);
  if (keys.length < minProperties || keys.length > maxProperties) return false;
  const known = new Map([...(node.base?.properties ?? []), ...properties].map((property) => [property.name, property]));
  for (const { name, required } of known.values()) if (required && !Object.hasOwn(value, name)) return false;
  return keys.every((key) => {
    const item = member(value, key) ?? null;
    const property = known.get(key);
    const matching = patterns.filter(({ pattern }) => toRegExp(pattern)?.test(key) ?? false);
    if (property !== undefined && !accepts(property.node, item)) return false;
    if (!matching.every((pattern) => accepts(pattern.node, item))) return false;
    if (property !== undefined || matching.length > 0) return true;
    return typeof unknownKeys === "string" ? unknownKeys !== "reject" : accepts(unknownKeys, item);
  });
}

function fitsRecord(node: RecordNode, value: JsonObject): boolean {
  const keys = Object.keys(value);
  return (
    keys.length >= (node.minProperties ?? 0) &&
    keys.length <= (node.maxProperties ?? Infinity) &&
    keys.every((key) => node.keys === undefined || accepts(node.keys, key)) &&
    keys.every((key) => accepts(node.values, member(value, key) ?? null))
  );
}
