/**
 * What a property holds, once defaults are taken into account.
 */
import type { Json } from "../json/json.ts";
import { accepts } from "./accepts.ts";
import { annotationsOf, type Node, type Property } from "./node.ts";

export interface PropertyValue {
  readonly name: string;
  readonly node: Node;
  /** Whether a reader finds it in every value. */
  readonly present: boolean;
  /** Whether a writer may leave it out. */
  readonly optional: boolean;
  /** What the reader finds when it was left out. `undefined` is no default: `null` is one. */
  readonly default: Json | undefined;
}

/** A default of `null` makes a property nullable: Pydantic does not check defaults, and models rely on it. */
export function valueOf({ name, node, required }: Property): PropertyValue {
  const fallback = node.default;
  const widened = fallback === null && !accepts(node, null) ? nullable(node) : node;
  const usable = fallback !== undefined && accepts(widened, fallback);
  return {
    name,
    node: widened,
    present: required || usable,
    optional: !required,
    default: usable && !required ? fallback : undefined,
  };
}

function nullable(node: Node): Node {
  const { source } = node;
  const { default: _, ...inner } = node;
  return {
    ...annotationsOf(node),
    kind: "union",
    exclusive: false,
    variants: [inner, { kind: "null", source }],
    source,
  };
}
