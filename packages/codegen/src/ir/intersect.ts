/**
 * What two nodes accept both. Merged into one node wherever that is possible, because one object with all properties is
 * what a reader wants to see, and what closed objects mean together.
 */
import { accepts } from "./accepts.ts";
import { intersectObjects } from "./intersect-objects.ts";
import { resolve } from "./model.ts";
import { annotationsOf, type ArrayNode, type Node, type NumberNode, type StringNode, type TupleNode } from "./node.ts";

export function intersect(a: Node, b: Node): Node {
  const merged = merge(a, b);
  const not = [...(a.not ?? []), ...(b.not ?? [])];
  const info = { ...annotationsOf(a), ...annotationsOf(b), source: b.source };
  return { ...merged, ...info, ...(not.length === 0 ? {} : { not }) };
}

function merge(a: Node, b: Node): Node {
  if (a.kind === "unknown") return b;
  if (b.kind === "unknown") return a;
  if (a.kind === "never" || b.kind === "never") return { kind: "never", source: b.source };
  if (a.kind === "ref" || b.kind === "ref") return mergeReference(a, b);
  if (a.kind === "literal") return keepValues(a, b);
  if (b.kind === "literal") return keepValues(b, a);
  if (a.kind === "union") return mergeUnion(a, b, (variant) => intersect(variant, b));
  if (b.kind === "union") return mergeUnion(b, a, (variant) => intersect(a, variant));
  if (a.kind === "string" && b.kind === "string") return mergeStrings(a, b);
  if (a.kind === "number" && b.kind === "number") return mergeNumbers(a, b);
  if (isList(a) && isList(b)) return mergeLists(a, b);
  if (isKeyed(a) && isKeyed(b)) return intersectObjects(a, b, intersect);
  if (a.kind === "intersection") return { ...a, parts: [...a.parts, b] };
  if (b.kind === "intersection") return { ...b, parts: [a, ...b.parts] };
  return a.kind === b.kind ? a : { kind: "never", source: b.source };
}

/** A model that is still being read refers to itself here; it stays a reference, and both are checked. */
function mergeReference(a: Node, b: Node): Node {
  if (a.kind === "ref" && b.kind === "ref" && a.model === b.model) return a;
  const [left, right] = [resolve(a), resolve(b)];
  if (left.kind === "never" || right.kind === "never") return { kind: "intersection", parts: [a, b], source: b.source };
  const { title: _a, description: _b, default: _c, ...plainLeft } = left;
  const { title: _d, description: _e, default: _f, ...plainRight } = right;
  return intersect(a.kind === "ref" ? plainLeft : left, b.kind === "ref" ? plainRight : right);
}

function keepValues(literal: Node & { kind: "literal" }, other: Node): Node {
  const values = literal.values.filter((value) => accepts(other, value));
  return values.length === 0 ? { kind: "never", source: literal.source } : { ...literal, values };
}

function mergeUnion(union: Node & { kind: "union" }, other: Node, mergeVariant: (variant: Node) => Node): Node {
  const variants = union.variants.map(mergeVariant).filter(({ kind }) => kind !== "never");
  const [first] = variants;
  if (first === undefined) return { kind: "never", source: other.source };
  return variants.length === 1 ? first : { ...union, variants };
}

function mergeStrings(a: StringNode, b: StringNode): Node {
  const patterns = [...new Set([...(a.patterns ?? []), ...(b.patterns ?? [])])];
  return {
    ...a,
    ...b,
    ...larger("minLength", a.minLength, b.minLength),
    ...smaller("maxLength", a.maxLength, b.maxLength),
    ...(patterns.length === 0 ? {} : { patterns }),
  };
}

function mergeNumbers(a: NumberNode, b: NumberNode): Node {
  const divisors = [...new Set([...(a.multipleOf ?? []), ...(b.multipleOf ?? [])])];
  return {
    ...a,
    ...b,
    integer: a.integer || b.integer,
    big: a.big || b.big,
    ...larger("minimum", a.minimum, b.minimum),
    ...smaller("maximum", a.maximum, b.maximum),
    ...larger("exclusiveMinimum", a.exclusiveMinimum, b.exclusiveMinimum),
    ...smaller("exclusiveMaximum", a.exclusiveMaximum, b.exclusiveMaximum),
    ...(divisors.length === 0 ? {} : { multipleOf: divisors }),
  };
}

function mergeLists(a: ArrayNode | TupleNode, b: ArrayNode | TupleNode): Node {
  const limits = {
    source: b.source,
    ...larger("minItems", a.minItems, b.minItems),
    ...smaller("maxItems", a.maxItems, b.maxItems),
    ...(a.uniqueItems || b.uniqueItems ? { uniqueItems: true as const } : {}),
  };
  if (a.kind === "array" && b.kind === "array") return { kind: "array", items: intersect(a.items, b.items), ...limits };
  const count = Math.max(a.kind === "tuple" ? a.items.length : 0, b.kind === "tuple" ? b.items.length : 0);
  const items = Array.from({ length: count }, (_, index) => intersect(itemAt(a, index), itemAt(b, index)));
  const rest = intersect(itemAt(a, count), itemAt(b, count));
  return { kind: "tuple", items, rest: rest.kind === "never" ? undefined : rest, ...limits };
}

function itemAt(list: ArrayNode | TupleNode, index: number): Node {
  if (list.kind === "array") return list.items;
  return list.items[index] ?? list.rest ?? { kind: "never", source: list.source };
}

function isList(node: Node): node is ArrayNode | TupleNode {
  return node.kind === "array" || node.kind === "tuple";
}

function isKeyed(node: Node): node is Node & { kind: "object" | "record" } {
  return node.kind === "object" || node.kind === "record";
}

type Bound = number | bigint;

function larger<K extends string, T extends Bound>(key: K, a: T | undefined, b: T | undefined): { [key in K]?: T } {
  const bound = a === undefined ? b : b === undefined || a > b ? a : b;
  return bound === undefined ? {} : ({ [key]: bound } as { [key in K]?: T });
}

function smaller<K extends string, T extends Bound>(key: K, a: T | undefined, b: T | undefined): { [key in K]?: T } {
  const bound = a === undefined ? b : b === undefined || a < b ? a : b;
  return bound === undefined ? {} : ({ [key]: bound } as { [key in K]?: T });
}
