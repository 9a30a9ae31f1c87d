/**
 * The nodes within a node, for walks over a schema.
 */
import type { Model } from "./model.ts";
import type { Node } from "./node.ts";

/** The nodes directly within a node. References are not followed. */
export function childrenOf(node: Node): Node[] {
  return [...ownChildren(node), ...(node.not ?? [])];
}

function ownChildren(node: Node): readonly Node[] {
  switch (node.kind) {
    case "array":
      return [node.items];
    case "tuple":
      return node.rest === undefined ? node.items : [...node.items, node.rest];
    case "object":
      return [
        ...[...(node.base?.properties ?? []), ...node.properties].map((property) => property.node),
        ...(node.patterns ?? []).map((pattern) => pattern.node),
        ...(typeof node.unknownKeys === "string" ? [] : [node.unknownKeys]),
      ];
    case "record":
      return node.keys === undefined ? [node.values] : [node.keys, node.values];
    case "union":
      return node.variants;
    case "intersection":
      return node.parts;
    default:
      return [];
  }
}

/** Whether a model refers to itself, directly or not. */
export function isRecursive(model: Model): boolean {
  return modelsOf([model.node]).includes(model);
}

/** All models that the nodes refer to, directly or not, in the order in which they are met. */
export function modelsOf(nodes: readonly Node[]): Model[] {
  const found = new Set<Model>();
  // The last one is taken first, so children are put in backwards.
  const open: Node[] = nodes.toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === "ref") {
      if (found.has(node.model)) continue;
      found.add(node.model);
      open.push(node.model.node);
    } else {
      open.push(...childrenOf(node).toReversed());
    }
  }
  return [...found];
}
