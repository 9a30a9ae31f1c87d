/**
 * The property by which the variants of a union are told apart.
 */
import type { Json } from "../json/json.ts";
import { resolve } from "./model.ts";
import type { Node, ObjectNode, UnionNode } from "./node.ts";

export interface UnionTag {
  readonly name: string;
  /** The values that each variant has, in the order of the variants. */
  readonly values: readonly (readonly Json[])[];
  /** Whether every variant insists on it. */
  readonly required: boolean;
}

/** The tag of a union of objects: a property that is constant in each and has no value in common. */
export function tagOf({ variants }: UnionNode): UnionTag | undefined {
  const objects = variants.map((variant) => resolve(variant)).filter(isPlainObject);
  const [first] = objects;
  if (first === undefined || objects.length !== variants.length || objects.length < 2) return undefined;
  for (const { name } of first.properties) {
    const properties = objects.map((object) => object.properties.find((property) => property.name === name));
    const values = properties.map((property) => (property === undefined ? [] : constantsOf(property.node)));
    const all = values.flat();
    if (values.every((list) => list.length > 0) && new Set(all).size === all.length) {
      return { name, values, required: properties.every((property) => property?.required) };
    }
  }
  return undefined;
}

function isPlainObject(node: Node): node is ObjectNode {
  return node.kind === "object" && node.not === undefined;
}

function constantsOf(node: Node): readonly Json[] {
  const { kind, not } = node;
  if (kind !== "literal" || not !== undefined) return [];
  return node.values.every((value) => typeof value !== "object" || value === null) ? node.values : [];
}
