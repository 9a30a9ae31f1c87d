/**
 * JSON Schemas as an environment publishes them: in the very form that Pydantic gives the same model (PROTOCOL §8.2),
 * so that a client cannot tell which language a server is written in.
 */
import type { Model } from "../ir/model.ts";
import { modelsOf } from "../ir/children.ts";
import type { Node, ObjectNode, Property, RecordNode, UnionNode } from "../ir/node.ts";
import { tagOf, type UnionTag } from "../ir/union-tag.ts";
import { canonicalJson, jsonObject, sameJson, type Json, type JsonObject } from "../json/json.ts";
import { pointTo } from "../json/pointer.ts";
import { fieldTitle } from "./field-title.ts";

/** The schema of one part. `title` is what a root object is called that has no title of its own. */
export function publishedSchema(root: Node, title: string): JsonObject {
  const models = modelsOf([root]);
  const body = root.kind === "object" ? { title: root.title ?? title, ...schemaOf(root) } : schemaOf(root);
  return prune({
    ...body,
    $defs:
      models.length === 0 ? undefined : jsonObject(models.map((model) => [model.key, definitionOf(model)] as const)),
  });
}

function definitionOf({ key, node }: Model): JsonObject {
  const titled = node.kind === "object" || (node.kind === "literal" && node.values.length > 1);
  return prune({ title: node.title ?? (titled ? key : undefined), ...schemaOf(node) });
}

function schemaOf(node: Node): JsonObject {
  const not = (node.not ?? []).map(schemaOf);
  return prune({
    description: node.description,
    ...keywordsOf(node),
    default: node.factory ? undefined : node.default,
    deprecated: node.deprecated,
    readOnly: node.readOnly,
    writeOnly: node.writeOnly,
    ...(not.length > 0 && { not: not.length > 1 ? { anyOf: not } : (not[0] ?? {}) }),
  });
}

function keywordsOf(node: Node): Members {
  switch (node.kind) {
    case "unknown":
      return {};
    case "never":
      return { not: {} };
    case "null":
    case "boolean":
      return { type: node.kind };
    case "string": {
      const [pattern, ...more] = node.patterns ?? [];
      const { minLength, maxLength, format, contentEncoding, contentMediaType } = node;
      const allOf = more.length === 0 ? undefined : more.map((other) => ({ pattern: other }));
      return { type: "string", minLength, maxLength, pattern, allOf, format, contentEncoding, contentMediaType };
    }
    case "number": {
      const [multipleOf, ...more] = node.multipleOf ?? [];
      const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = node;
      const allOf = more.length === 0 ? undefined : more.map((other) => ({ multipleOf: other }));
      const type = node.integer ? "integer" : "number";
      return { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, allOf };
    }
    case "literal":
      return literalKeywords(node.values);
    case "array": {
      const { minItems, maxItems, uniqueItems } = node;
      const items = node.items.kind === "never" ? false : schemaOf(node.items);
      return { type: "array", items, minItems, maxItems, uniqueItems };
    }
    case "tuple": {
      const { minItems, maxItems, uniqueItems } = node;
      const closed = node.rest === undefined && maxItems !== node.items.length ? false : undefined;
      const rest = node.rest === undefined || node.rest.kind === "unknown" ? closed : schemaOf(node.rest);
      return { type: "array", prefixItems: node.items.map(schemaOf), items: rest, minItems, maxItems, uniqueItems };
    }
    case "object":
      return objectKeywords(node);
    case "record":
      return recordKeywords(node);
    case "union":
      return unionKeywords(node);
    case "intersection":
      return { allOf: node.parts.map(schemaOf) };
    case "ref":
      return { $ref: referenceTo(node.model.key) };
  }
}

/** A reference is a URI, so what its fragment may not hold is escaped. */
function referenceTo(key: string): string {
  return `#${encodeURI(pointTo("/$defs", key)).replaceAll("#", "%23")}`;
}

function objectKeywords(node: ObjectNode): Members {
  const properties = [...(node.base?.properties ?? []), ...node.properties];
  const required = properties.filter((property) => property.required).map(({ name }) => name);
  return {
    type: "object",
    properties: jsonObject(properties.map((property) => [property.name, propertySchema(property)] as const)),
    required: required.length === 0 ? undefined : required,
    patternProperties:
      node.patterns && jsonObject(node.patterns.map((item) => [item.pattern, schemaOf(item.node)] as const)),
    additionalProperties: { reject: false, keep: true, drop: undefined }[unknownKeysName(node)] ?? catchAll(node),
    minProperties: node.minProperties,
    maxProperties: node.maxProperties,
  };
}

function unknownKeysName({ unknownKeys }: ObjectNode): "reject" | "keep" | "drop" {
  return typeof unknownKeys === "string" ? unknownKeys : "drop";
}

function catchAll({ unknownKeys }: ObjectNode): JsonObject | undefined {
  return typeof unknownKeys === "string" ? undefined : schemaOf(unknownKeys);
}

/** Properties have a title, unless they only refer to a model, which has its own. */
function propertySchema({ name, node }: Property): JsonObject {
  return prune({ ...schemaOf(node), title: node.title ?? (refersOnly(node) ? undefined : fieldTitle(name)) });
}

function refersOnly(node: Node): boolean {
  if (node.kind === "ref") return true;
  if (node.kind !== "union") return false;
  const others = node.variants.filter(({ kind }) => kind !== "null");
  return node.variants.length === 2 && others.length === 1 && others[0]?.kind === "ref";
}

function recordKeywords({ keys, values, minProperties, maxProperties }: RecordNode): Members {
  const value = values.kind === "unknown" ? true : schemaOf(values);
  // A pattern for the keys alone is written as Pydantic does.
  if (keys?.kind === "string" && keys.patterns?.length === 1 && keys.minLength === undefined) {
    const [pattern = ""] = keys.patterns;
    return { type: "object", patternProperties: jsonObject([[pattern, value]]), minProperties, maxProperties };
  }
  const { type: _, ...names } = keys === undefined ? {} : schemaOf(keys);
  const propertyNames = keys === undefined ? undefined : names;
  return { type: "object", additionalProperties: value, propertyNames, minProperties, maxProperties };
}

function unionKeywords(node: UnionNode): Members {
  const variants = node.variants.map(schemaOf);
  if (!node.exclusive) return { anyOf: distinct(variants) };
  const tag = tagOf(node);
  return { oneOf: variants, discriminator: tag === undefined ? undefined : discriminator(node, tag) };
}

/** Names the variants by the value of their tag, which takes that each variant has a name. */
function discriminator(node: UnionNode, tag: UnionTag): JsonObject | undefined {
  const entries = node.variants.flatMap((variant, index) => {
    const { $ref } = schemaOf(variant);
    return (tag.values[index] ?? []).map((value) => [tagText(value), $ref ?? null] as const);
  });
  if (entries.some(([, ref]) => ref === null)) return undefined;
  return { propertyName: tag.name, mapping: jsonObject(entries) };
}

function tagText(value: Json): string {
  return typeof value === "string" ? value : canonicalJson(value);
}

function distinct(schemas: readonly JsonObject[]): JsonObject[] {
  return schemas.filter((schema, index) => !schemas.slice(0, index).some((other) => sameJson(schema, other)));
}

/** One value is a constant, several are an enumeration; both name the type that they share. */
function literalKeywords(values: readonly Json[]): Members {
  const types = new Set(values.map(typeOfValue));
  const [shared] = types;
  const type = types.size === 1 ? shared : undefined;
  const [only] = values;
  return values.length === 1 ? { const: only, type } : { enum: values, type };
}

function typeOfValue(value: Json): string | undefined {
  switch (typeof value) {
    case "string":
    case "boolean":
      return typeof value;
    case "bigint":
      return "integer";
    case "number":
      return Number.isInteger(value) ? "integer" : "number";
    default:
      return Array.isArray(value) ? "array" : undefined;
  }
}

type Members = { readonly [key: string]: Json | undefined };

function prune(members: Members): JsonObject {
  return jsonObject(Object.entries(members).filter((entry): entry is [string, Json] => entry[1] !== undefined));
}
