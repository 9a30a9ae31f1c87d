/**
 * Named schemas: what `$defs` holds, `.meta({ id })` names, or refers to itself.
 */
import type { Node } from "./node.ts";

/** One named schema. Emitters print a type and a validator for it. */
export interface Model {
  /** Its name in `$defs` of a published schema, and its title there. */
  readonly key: string;
  /** The name of its type, unlike that of any other type of the package. */
  readonly name: string;
  /** Complete once the whole environment has been read. */
  readonly node: Node;
}

/** Follows references to the node that says what the value is. */
export function resolve(node: Node): Exclude<Node, { kind: "ref" }> {
  const seen = new Set<Model>();
  let current = node;
  while (current.kind === "ref") {
    if (seen.has(current.model)) return { kind: "never", source: node.source };
    seen.add(current.model);
    current = current.model.node;
  }
  return current;
}
