/**
 * The two forms of a value: what a writer gives, and what a reader finds. They differ where something has a default, and
 * where an integer may be given as a plain number.
 */
import { childrenOf, modelsOf } from "../ir/children.ts";
import type { Node } from "../ir/node.ts";
import { valueOf } from "../ir/property.ts";

export type Form = "input" | "output";

/** Whether the two forms of a node are different types. */
export function formsDiffer(node: Node): boolean {
  return differsItself(node) || modelsOf([node]).some((model) => differsItself(model.node));
}

/** What is known about nodes; the nodes of models are asked about again and again. */
const known = new WeakMap<Node, boolean>();

/** Without looking into models. */
function differsItself(node: Node): boolean {
  let answer = known.get(node);
  if (answer === undefined) known.set(node, (answer = hasTwoForms(node) || childrenOf(node).some(differsItself)));
  return answer;
}

function hasTwoForms(node: Node): boolean {
  if (node.kind === "number") return node.big;
  if (node.kind !== "object") return false;
  // The base fields of a state are the server's to fill in.
  if (node.base?.role === "state") return true;
  return node.properties.map(valueOf).some(({ present, optional }) => present && optional);
}
