/**
 * What `type` and the keywords of each type say.
 */
import { intersect } from "../ir/intersect.ts";
import type { CheckedFormat, Node, PatternProperty, Property, UnknownKeys } from "../ir/node.ts";
import { isJsonArray, isJsonObject, member, type Json, type JsonObject } from "../json/json.ts";
import { pointTo } from "../json/pointer.ts";
import { regExpFlags } from "../print/regular-expression.ts";
import { BIG_INTEGER, CHECKED_FORMAT } from "../json/marks.ts";
import { typeKeywords, typeNames, type TypeName } from "./keywords.ts";
import type { SchemaReader } from "./schema-reader.ts";

/** The node of the type keywords: none when they let everything pass. */
export function readByType(reader: SchemaReader, schema: JsonObject, pointer: string): Node[] {
  const types = namedTypes(schema);
  const constrained = [...typeKeywords].filter(([, keywords]) =>
    keywords.some((keyword) => member(schema, keyword) !== undefined),
  );
  if (types === undefined && constrained.length === 0) return [];
  // A constraint without a type holds for values of its type only, so every other type stays possible.
  const variants = (types ?? typeNames).map((type) => readType(reader, type, schema, pointer));
  const [only] = variants;
  if (variants.length === 1 && only !== undefined) return [only];
  return [{ kind: "union", variants, exclusive: false, source: reader.sourceOf(pointer) }];
}

function namedTypes(schema: JsonObject): TypeName[] | undefined {
  const type = member(schema, "type");
  const named = typeof type === "string" ? [type] : isJsonArray(type) ? type : undefined;
  const known = named?.filter((name): name is TypeName => name === "integer" || typeNames.includes(name as TypeName));
  // Every integer is a number.
  return known?.includes("number") ? known.filter((name) => name !== "integer") : known;
}

function readType(reader: SchemaReader, type: TypeName, schema: JsonObject, pointer: string): Node {
  const source = reader.sourceOf(pointer);
  switch (type) {
    case "null":
    case "boolean":
      return { kind: type, source };
    case "string":
      return readString(reader, schema, source);
    case "number":
    case "integer":
      return readNumber(schema, type === "integer", source);
    case "array":
      return readArray(reader, schema, pointer);
    case "object":
      return readObject(reader, schema, pointer);
  }
}

function readString(reader: SchemaReader, schema: JsonObject, source: string): Node {
  const pattern = member(schema, "pattern");
  const understood = typeof pattern === "string" && isUnderstood(reader, pattern, source);
  return {
    kind: "string",
    source,
    ...count(schema, "minLength"),
    ...count(schema, "maxLength"),
    ...(understood ? { patterns: [pattern] } : {}),
    ...readFormat(schema),
    ...text(schema, "format"),
    ...text(schema, "contentEncoding"),
    ...text(schema, "contentMediaType"),
  };
}

function readFormat(schema: JsonObject): { checkedFormat?: CheckedFormat } {
  const mark = member(schema, CHECKED_FORMAT);
  const factory = isJsonObject(mark) ? mark["factory"] : undefined;
  if (typeof factory !== "string" || !isJsonObject(mark)) return {};
  return { checkedFormat: { factory, ...text(mark, "pattern") } };
}

function isUnderstood(reader: SchemaReader, pattern: string, source: string): boolean {
  if (regExpFlags(pattern) !== undefined) return true;
  reader.log.report("OE1004", source, `The pattern ${JSON.stringify(pattern)} is not checked.`);
  return false;
}

function readNumber(schema: JsonObject, integer: boolean, source: string): Node {
  const bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] as const;
  const found = bounds.map((keyword) => [keyword, member(schema, keyword)] as const).filter(isBound);
  const divisor = member(schema, "multipleOf");
  const unsafe = [...found.map(([, bound]) => bound), divisor].some(
    (bound) => typeof bound === "bigint" || (typeof bound === "number" && Math.abs(bound) > Number.MAX_SAFE_INTEGER),
  );
  return {
    kind: "number",
    integer,
    big: integer && (unsafe || member(schema, BIG_INTEGER) === true),
    source,
    ...Object.fromEntries(found),
    ...(typeof divisor === "number" || typeof divisor === "bigint" ? { multipleOf: [divisor] } : {}),
  };
}

function isBound<K>(entry: readonly [K, Json | undefined]): entry is readonly [K, number | bigint] {
  return typeof entry[1] === "number" || typeof entry[1] === "bigint";
}

function readArray(reader: SchemaReader, schema: JsonObject, pointer: string): Node {
  const source = reader.sourceOf(pointer);
  const items = member(schema, "items");
  // Draft-07 writes a tuple as a list in `items`, and what follows it as `additionalItems`.
  const prefixKey = isJsonArray(items) ? "items" : "prefixItems";
  const prefix = member(schema, prefixKey);
  const restKey = isJsonArray(items) ? "additionalItems" : "items";
  const rest = reader.read(member(schema, restKey) ?? true, pointTo(pointer, restKey));
  const limits = {
    source,
    ...count(schema, "minItems"),
    ...count(schema, "maxItems"),
    ...(member(schema, "uniqueItems") === true ? { uniqueItems: true as const } : {}),
  };
  if (!isJsonArray(prefix) || prefix.length === 0) return { kind: "array", items: rest, ...limits };
  return {
    kind: "tuple",
    items: prefix.map((item, index) => reader.read(item, pointTo(pointer, prefixKey, index))),
    rest: rest.kind === "never" || limits.maxItems === prefix.length ? undefined : rest,
    ...limits,
  };
}

function readObject(reader: SchemaReader, schema: JsonObject, pointer: string): Node {
  const source = reader.sourceOf(pointer);
  const properties = readProperties(reader, schema, pointer);
  const patterns = readPatterns(reader, schema, pointer);
  const limits = { source, ...count(schema, "minProperties"), ...count(schema, "maxProperties") };
  const keys = readKeys(reader, schema, pointer);
  const open = readUnknownKeys(reader, schema, pointer);
  if (properties.length === 0 && patterns.length === 0 && open !== "reject") {
    const values: Node = open === undefined || open === "keep" || open === "drop" ? { kind: "unknown", source } : open;
    return { kind: "record", values, ...keys, ...limits };
  }
  // Without a word about them, other keys are valid but no part of the model: Pydantic drops them as well.
  const unknownKeys = open === undefined ? (properties.length === 0 ? "keep" : "drop") : open;
  const object: Node = {
    kind: "object",
    properties,
    unknownKeys,
    ...(patterns.length === 0 ? {} : { patterns }),
    ...limits,
  };
  if (keys.keys === undefined) return object;
  if (keys.keys.kind === "literal") return intersect(object, objectOfKeys(keys.keys.values, source));
  reader.log.report("OE1003", source, `"propertyNames" is not supported beside "properties".`);
  return object;
}

/** What `propertyNames` says when it lists the keys: there are no others. zod writes a record over an enum so. */
function objectOfKeys(names: readonly Json[], source: string): Node {
  const properties = names
    .filter((name) => typeof name === "string")
    .map((name): Property => ({ name, node: { kind: "unknown", source }, required: false }));
  return { kind: "object", properties, unknownKeys: "reject", source };
}

function readProperties(reader: SchemaReader, schema: JsonObject, pointer: string): Property[] {
  const listed = member(schema, "required");
  const required = isJsonArray(listed) ? listed.filter((name) => typeof name === "string") : [];
  const declared = member(schema, "properties");
  const properties = isJsonObject(declared) ? declared : {};
  const names = Object.keys(properties);
  const others = names.filter((name) => !required.includes(name));
  const ordered =
    reader.order === "declared"
      ? [...names, ...required.filter((name) => !names.includes(name))]
      : [...required, ...others.toSorted()];
  return [...new Set(ordered)].map((name) => ({
    name,
    node: readProperty(reader, schema, member(properties, name), name, pointer),
    required: required.includes(name),
  }));
}

/** A name that is only in `required` holds what `additionalProperties` says. */
function readProperty(
  reader: SchemaReader,
  schema: JsonObject,
  property: Json | undefined,
  name: string,
  pointer: string,
): Node {
  if (property !== undefined) return reader.read(property, pointTo(pointer, "properties", name));
  const matching = Object.entries(asObject(member(schema, "patternProperties"))).filter(([pattern]) =>
    new RegExp(pattern, regExpFlags(pattern) ?? "").test(name),
  );
  if (matching.length > 0) return { kind: "unknown", source: reader.sourceOf(pointer) };
  return reader.read(member(schema, "additionalProperties") ?? true, pointTo(pointer, "additionalProperties"));
}

function readPatterns(reader: SchemaReader, schema: JsonObject, pointer: string): PatternProperty[] {
  return Object.entries(asObject(member(schema, "patternProperties")))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .filter(([pattern]) => isUnderstood(reader, pattern, reader.sourceOf(pointer)))
    .map(([pattern, value]) => ({ pattern, node: reader.read(value, pointTo(pointer, "patternProperties", pattern)) }));
}

function readKeys(reader: SchemaReader, schema: JsonObject, pointer: string): { keys?: Node } {
  const names = member(schema, "propertyNames");
  if (names === undefined) return {};
  const keys = reader.read(
    isJsonObject(names) ? { type: "string", ...names } : names,
    pointTo(pointer, "propertyNames"),
  );
  return isAnyString(keys) ? {} : { keys };
}

function isAnyString(node: Node): boolean {
  if (node.kind === "unknown") return true;
  return (
    node.kind === "string" &&
    node.minLength === undefined &&
    node.maxLength === undefined &&
    node.patterns === undefined &&
    node.not === undefined
  );
}

function readUnknownKeys(reader: SchemaReader, schema: JsonObject, pointer: string): UnknownKeys | undefined {
  const additional = member(schema, "additionalProperties");
  if (additional === undefined) return undefined;
  const node = reader.read(additional, pointTo(pointer, "additionalProperties"));
  if (node.kind === "never") return "reject";
  return node.kind === "unknown" && node.not === undefined ? "keep" : node;
}

function count<K extends string>(schema: JsonObject, keyword: K): { [key in K]?: number } {
  const value = member(schema, keyword);
  return typeof value === "number" ? ({ [keyword]: value } as { [key in K]?: number }) : {};
}

function text<K extends string>(schema: JsonObject, keyword: K): { [key in K]?: string } {
  const value = member(schema, keyword);
  return typeof value === "string" ? ({ [keyword]: value } as { [key in K]?: string }) : {};
}

function asObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
