/**
 * Whether two schemas say the same about values: both in the representation that every input is read into, references
 * followed, in which a schema has one form however it is written. Titles, texts and names of models are left out, since
 * generated code has them in its types.
 */
import { accepts } from "../../src/ir/accepts.ts";
import { resolve } from "../../src/ir/model.ts";
import type { Node, Property } from "../../src/ir/node.ts";
import { patternRecord } from "../../src/ir/pattern-record.ts";
import { canonicalJson, isJsonArray, isJsonObject, type Json } from "../../src/json/json.ts";

/** Where the two differ and how, or `undefined`. @param ignored members of nodes that do not count */
export function difference(a: Node, b: Node, ignored: ReadonlySet<string>): string | undefined {
  return compareNodes(a, b, "#", { ignored, open: new Map() });
}

interface Comparing {
  readonly ignored: ReadonlySet<string>;
  /** Pairs that are being compared: recursive schemas are the same when nothing within says otherwise. */
  readonly open: Map<Node, Set<Node>>;
}

function compareNodes(left: Node, right: Node, place: string, comparing: Comparing): string | undefined {
  const known = comparing.open.get(left) ?? new Set();
  if (known.has(right)) return undefined;
  comparing.open.set(left, known.add(right));
  const [a, b] = [plain(left), plain(right)];
  if (a.kind !== b.kind) return `${place}: ${a.kind} is not ${b.kind}`;
  return compareMembers(a, b, place, comparing);
}

/** What the node is, with what is said beside a reference to it, in the one form of what has several. */
function plain(node: Node): Node {
  const { default: value } = node;
  const resolved = resolve(node);
  const own = inOneForm(resolved);
  return value === undefined || own === node ? own : { ...own, default: value };
}

function inOneForm(node: Node): Node {
  switch (node.kind) {
    case "object":
      return patternRecord(node) ?? { ...node, properties: node.properties.map(withoutIdleDefault) };
    case "literal": {
      const [only] = node.values;
      return node.values.length === 1 && only === null ? { kind: "null", source: node.source } : node;
    }
    case "tuple": {
      const { maxItems: _, ...open } = node;
      return node.rest === undefined && node.maxItems === node.items.length ? open : node;
    }
    case "union": {
      const isNull = (variant: Node): boolean => plain(variant).kind === "null";
      const others = node.variants.filter((variant) => !isNull(variant));
      const [only] = others;
      const isNullable = others.length === 1 && only !== undefined && !accepts(only, null);
      const exclusive = node.exclusive && !isNullable;
      return { ...node, exclusive, variants: [...others, ...node.variants.filter(isNull)] };
    }
    default:
      return node;
  }
}

/** The default of a property that must be given is never applied. */
function withoutIdleDefault(property: Property): Property {
  const { default: _, ...rest } = property.node;
  return property.required ? { ...property, node: rest } : property;
}

const ANNOTATIONS: ReadonlySet<string> = new Set(
  "source title description deprecated readOnly writeOnly factory format contentEncoding contentMediaType".split(" "),
);

function compareMembers(a: object, b: object, place: string, comparing: Comparing): string | undefined {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  for (const key of keys) {
    if (ANNOTATIONS.has(key) || comparing.ignored.has(key)) continue;
    const [left, right] = [(a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]];
    const found = compareValues(left, right, `${place}/${key}`, comparing);
    if (found !== undefined) return found;
  }
  return undefined;
}

function compareValues(a: unknown, b: unknown, place: string, comparing: Comparing): string | undefined {
  if (isNode(a) && isNode(b)) return compareNodes(a, b, place, comparing);
  if (Array.isArray(a) && Array.isArray(b) && a.length === b.length) {
    const [left, right] = [sorted(a), sorted(b)];
    for (const [index, item] of left.entries()) {
      const found = compareValues(item, right[index], `${place}/${index}`, comparing);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (isProperty(a) && isProperty(b)) return compareMembers(a, b, `${place}(${a.name})`, comparing);
  return shown(a) === shown(b) ? undefined : `${place}: ${shown(a)} is not ${shown(b)}`;
}

/** Properties by name, since their order says nothing. */
function sorted(list: readonly unknown[]): readonly unknown[] {
  return list.every(isProperty) ? list.toSorted((a, b) => (a.name < b.name ? -1 : 1)) : list;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "kind" in value && "source" in value;
}

function isProperty(value: unknown): value is { readonly name: string } {
  return typeof value === "object" && value !== null && "name" in value && "node" in value;
}

function shown(value: unknown): string {
  if (isNode(value)) return value.kind;
  return isJson(value) ? canonicalJson(value) : typeof value;
}

function isJson(value: unknown): value is Json {
  if (isJsonArray(value as Json)) return (value as unknown[]).every(isJson);
  if (isJsonObject(value as Json)) return Object.values(value as object).every(isJson);
  return value === null || ["string", "number", "boolean", "bigint"].includes(typeof value);
}
