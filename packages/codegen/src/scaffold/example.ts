/**
 * An example of what a node accepts, for READMEs: only what must be given.
 */
import { accepts } from "../ir/accepts.ts";
import type { Model } from "../ir/model.ts";
import type { Node } from "../ir/node.ts";
import { jsonObject, type Json } from "../json/json.ts";

/** `undefined` when none comes to mind that the node accepts. */
export function exampleOf(node: Node): Json | undefined {
  const example = suggest(node, []);
  return example !== undefined && accepts(node, example) ? example : undefined;
}

/** @param open models within which the example stands: no example is endless */
function suggest(node: Node, open: readonly Model[]): Json | undefined {
  switch (node.kind) {
    case "unknown":
    case "null":
      return null;
    case "boolean":
      return true;
    case "string":
      return "hi".padEnd(node.minLength ?? 0, "!").slice(0, node.maxLength);
    case "number": {
      const least =
        node.minimum ?? (node.exclusiveMinimum === undefined ? undefined : Number(node.exclusiveMinimum) + 1);
      return least ?? node.maximum ?? 1;
    }
    case "literal":
      return node.values[0];
    case "array":
      return fill(node.minItems ?? 0, () => suggest(node.items, open));
    case "tuple":
      return fill(node.minItems ?? node.items.length, (index) => suggest(node.items[index] ?? node.rest ?? node, open));
    case "object":
      return suggestMembers(node, open);
    case "record":
      return {};
    case "union":
      return node.variants.map((variant) => suggest(variant, open)).find((example) => example !== undefined);
    case "ref":
      return open.includes(node.model) ? undefined : suggest(node.model.node, [...open, node.model]);
    default:
      return undefined;
  }
}

function suggestMembers(node: Node & { kind: "object" }, open: readonly Model[]): Json | undefined {
  const required = node.properties.filter((property) => property.required);
  const members = required.map((property) => [property.name, suggest(property.node, open)] as const);
  const complete = members.filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return complete.length === members.length ? jsonObject(complete) : undefined;
}

function fill(count: number, make: (index: number) => Json | undefined): Json | undefined {
  const items = Array.from({ length: count }, (_, index) => make(index));
  const complete = items.filter((item) => item !== undefined);
  return complete.length === items.length ? complete : undefined;
}
