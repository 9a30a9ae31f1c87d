/**
 * Merging objects: each side says something about every key, also about those it does not name.
 */
import { toRegExp } from "../print/regular-expression.ts";
import type { Node, ObjectNode, Property, RecordNode, UnknownKeys } from "./node.ts";

type Keyed = ObjectNode | RecordNode;

/** @param intersect merges two nodes; handed in because it calls this function itself */
export function intersectObjects(a: Keyed, b: Keyed, intersect: (a: Node, b: Node) => Node): Node {
  const limits = {
    source: b.source,
    ...pick("minProperties", Math.max(a.minProperties ?? 0, b.minProperties ?? 0), 0),
    ...pick("maxProperties", Math.min(a.maxProperties ?? Infinity, b.maxProperties ?? Infinity), Infinity),
  };
  if (a.kind === "record" && b.kind === "record") {
    const keys = a.keys !== undefined && b.keys !== undefined ? intersect(a.keys, b.keys) : (a.keys ?? b.keys);
    return {
      kind: "record",
      values: intersect(a.values, b.values),
      ...(keys === undefined ? {} : { keys }),
      ...limits,
    };
  }
  const [left, right] = [asObject(a), asObject(b)];
  const names = [...new Set([...left.properties, ...right.properties].map(({ name }) => name))];
  const properties = names.map((name): Property => {
    const [mine, theirs] = [find(left, name), find(right, name)];
    return {
      name,
      node: intersect(mine?.node ?? otherKey(left, name), theirs?.node ?? otherKey(right, name)),
      required: (mine?.required ?? false) || (theirs?.required ?? false),
    };
  });
  const patterns = [...(left.patterns ?? []), ...(right.patterns ?? [])];
  return {
    kind: "object",
    // A property that may not be there, and that one side refuses, is as unknown as any other key.
    properties: properties.filter(({ node, required }) => required || node.kind !== "never"),
    unknownKeys: mergeUnknownKeys(left.unknownKeys, right.unknownKeys, intersect),
    ...(patterns.length === 0 ? {} : { patterns }),
    ...limits,
  };
}

function asObject(node: Keyed): ObjectNode {
  if (node.kind === "object") return node;
  const unknownKeys = node.values.kind === "unknown" ? "keep" : node.values;
  return { kind: "object", properties: [], unknownKeys, source: node.source };
}

function find(node: ObjectNode, name: string): Property | undefined {
  return node.properties.find((property) => property.name === name);
}

/** What an object says about a key it does not name. */
function otherKey(node: ObjectNode, name: string): Node {
  const matches = (node.patterns ?? []).some(({ pattern }) => toRegExp(pattern)?.test(name));
  const { unknownKeys, source } = node;
  if (typeof unknownKeys !== "string") return matches ? { kind: "unknown", source } : unknownKeys;
  return { kind: unknownKeys === "reject" && !matches ? "never" : "unknown", source };
}

function mergeUnknownKeys(a: UnknownKeys, b: UnknownKeys, intersect: (a: Node, b: Node) => Node): UnknownKeys {
  if (a === "reject" || b === "reject") return "reject";
  if (typeof a !== "string") return typeof b === "string" ? a : intersect(a, b);
  if (typeof b !== "string") return b;
  return a === "keep" || b === "keep" ? "keep" : "drop";
}

function pick<K extends string>(key: K, value: number, none: number): { [key in K]?: number } {
  return value === none ? {} : ({ [key]: value } as { [key in K]?: number });
}
