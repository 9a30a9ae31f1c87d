/**
 * The TypeScript type of a node.
 */
import { isRecursive, modelsOf } from "../ir/children.ts";
import { patternRecord } from "../ir/pattern-record.ts";
import type { Node, ObjectNode, Property, RecordNode, TupleNode } from "../ir/node.ts";
import { valueOf } from "../ir/property.ts";
import { isJsonArray, isJsonObject, type Json } from "../json/json.ts";
import { docComment } from "../print/doc-comment.ts";
import { propertyName, stringLiteral } from "../print/literal.ts";
import { nameType, unionType, type TupleItem, type TypeExpression, type TypeMember } from "../print/type-syntax.ts";
import { formsDiffer, type Form } from "./forms.ts";

export function typeOf(node: Node, form: Form): TypeExpression {
  switch (node.kind) {
    case "unknown":
    case "never":
    case "null":
    case "boolean":
    case "string":
      return nameType(node.kind);
    case "number":
      if (!node.big) return nameType("number");
      return form === "output" ? nameType("bigint") : unionType([nameType("bigint"), nameType("number")]);
    case "literal":
      return unionType(node.values.map(typeOfValue));
    case "array":
      return { kind: "array", items: typeOf(node.items, form) };
    case "tuple":
      return { kind: "tuple", items: tupleItems(node, form) };
    case "object": {
      const record = patternRecord(node);
      return record === undefined ? { kind: "object", members: membersOf(node, form) } : recordType(record, form);
    }
    case "record":
      return recordType(node, form);
    case "union":
      return simplified(node.variants.map((variant) => typeOf(variant, form)));
    case "intersection":
      return { kind: "intersection", members: node.parts.map((part) => typeOf(part, form)) };
    case "ref":
      return nameType(modelTypeName(node, form));
  }
}

/** The name that a model has in a form. */
function modelTypeName(node: Node & { kind: "ref" }, form: Form): string {
  return form === "input" && formsDiffer(node) ? `${node.model.name}Input` : node.model.name;
}

/** The members of an object type. Fields of the base class are the caller's, but for the metadata of an action. */
export function membersOf(node: ObjectNode, form: Form): TypeMember[] {
  const own = node.properties.map((property) => memberOf(property, form));
  const base = node.base?.role === "action" ? node.base.properties.map((property) => memberOf(property, form)) : [];
  return [...own, ...base, ...indexSignature(node, form, own)];
}

export function memberOf(property: Property, form: Form): TypeMember {
  const value = valueOf(property);
  const optional = form === "input" ? value.optional : !value.present;
  const type = typeOf(value.node, form);
  return {
    name: propertyName(value.name),
    optional,
    type: optional ? simplified([type, nameType("undefined")]) : type,
    comment: docComment(value.node.description, tagsOf(value.node)),
  };
}

function tagsOf(node: Node): string[] {
  return node.deprecated ? ["@deprecated"] : [];
}

/**
 * What keys that are not named hold. Whoever writes a state may add other keys; for its reader, naming the fields is worth
 * more than allowing any.
 */
function indexSignature(node: ObjectNode, form: Form, own: readonly TypeMember[]): TypeMember[] {
  const { unknownKeys, patterns, base } = node;
  if (base !== undefined || (patterns === undefined && (unknownKeys === "drop" || unknownKeys === "reject"))) return [];
  // TypeScript wants the named members to fit the signature as well.
  const type =
    patterns !== undefined || typeof unknownKeys === "string"
      ? nameType("unknown")
      : simplified([typeOf(unknownKeys, form), ...own.map((member) => member.type)]);
  return [{ name: "key", index: true, optional: false, type }];
}

function recordType({ keys, values }: RecordNode, form: Form): TypeExpression {
  const value = typeOf(values, form);
  if (keys?.kind !== "literal") {
    // A type may only refer to itself from within an object.
    if (modelsOf([values]).some(isRecursive)) {
      return { kind: "object", members: [{ name: "key", index: true, optional: false, type: value }] };
    }
    return { kind: "generic", name: "Record", args: [nameType("string"), value] };
  }
  const record: TypeExpression = { kind: "generic", name: "Record", args: [typeOf(keys, form), value] };
  return { kind: "generic", name: "Partial", args: [record] };
}

function tupleItems(node: TupleNode, form: Form): TupleItem[] {
  const items = node.items.map((item, index): TupleItem => {
    const type = typeOf(item, form);
    if (index < (node.minItems ?? 0)) return { type, optional: false, rest: false };
    return { type: simplified([type, nameType("undefined")]), optional: true, rest: false };
  });
  return node.rest === undefined ? items : [...items, { type: typeOf(node.rest, form), optional: false, rest: true }];
}

function typeOfValue(value: Json): TypeExpression {
  if (typeof value === "string") return nameType(stringLiteral(value));
  if (typeof value === "bigint") return nameType(`${value}n`);
  if (isJsonArray(value)) {
    return {
      kind: "tuple",
      items: value.map((item) => ({ type: typeOfValue(item), optional: false, rest: false })),
    };
  }
  if (!isJsonObject(value)) return nameType(String(value));
  const members = Object.entries(value).map(([key, item]): TypeMember => {
    return { name: propertyName(key), optional: false, type: typeOfValue(item) };
  });
  return { kind: "object", members };
}

/** A union without members that another one includes already. */
function simplified(members: readonly TypeExpression[]): TypeExpression {
  const union = unionType(members);
  if (union.kind !== "union") return union;
  const names = new Set(union.members.map((member) => (member.kind === "name" ? member.text : undefined)));
  if (names.has("unknown")) return nameType("unknown");
  return unionType(union.members.filter((member) => !(member.kind === "name" && isIncluded(member.text, names))));
}

function isIncluded(text: unknown, names: ReadonlySet<unknown>): boolean {
  if (typeof text !== "string") return false;
  if (text === "never") return names.size > 1;
  if (/^["']/.test(text)) return names.has("string");
  if (/^-?\d/.test(text)) return names.has(text.endsWith("n") ? "bigint" : "number");
  return (text === "true" || text === "false") && names.has("boolean");
}
