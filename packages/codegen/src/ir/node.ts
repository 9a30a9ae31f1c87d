/**
 * The intermediate representation: what a schema says, in a form that emitters can print without knowing JSON Schema.
 * Every node says where it came from, so that a diagnostic can point there.
 */
import type { Json } from "../json/json.ts";
import type { Model } from "./model.ts";

export type Node =
  | UnknownNode
  | NeverNode
  | NullNode
  | BooleanNode
  | StringNode
  | NumberNode
  | LiteralNode
  | ArrayNode
  | TupleNode
  | ObjectNode
  | RecordNode
  | UnionNode
  | IntersectionNode
  | RefNode;

/** What any node may carry. */
export interface NodeInfo {
  /** Where the schema stands: `schema.json#/properties/a`. */
  readonly source: string;
  readonly title?: string;
  readonly description?: string;
  /** What a property gets when it is left out. */
  readonly default?: Json;
  /** The default is made anew for each value, so it is not published. */
  readonly factory?: true;
  readonly deprecated?: true;
  readonly readOnly?: true;
  readonly writeOnly?: true;
  /** Values that one of these accepts are refused. */
  readonly not?: readonly Node[];
}

/** What describes a node without changing what it accepts. */
export type Annotations = Omit<NodeInfo, "source" | "not">;

export function annotationsOf(node: NodeInfo): Annotations {
  const { title, description, default: fallback, factory, deprecated, readOnly, writeOnly } = node;
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(factory === undefined ? {} : { factory }),
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(readOnly === undefined ? {} : { readOnly }),
    ...(writeOnly === undefined ? {} : { writeOnly }),
  };
}

/** Any JSON value. */
export interface UnknownNode extends NodeInfo {
  readonly kind: "unknown";
}

/** No value at all. */
export interface NeverNode extends NodeInfo {
  readonly kind: "never";
}

export interface NullNode extends NodeInfo {
  readonly kind: "null";
}

export interface BooleanNode extends NodeInfo {
  readonly kind: "boolean";
}

export interface StringNode extends NodeInfo {
  readonly kind: "string";
  /** In code points, as Python and JSON Schema count. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** ECMAScript regular expressions, each of which must be found. */
  readonly patterns?: readonly string[];
  /** A format that is checked. */
  readonly checkedFormat?: CheckedFormat;
  /** An annotation, as are the two below. */
  readonly format?: string;
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;
}

/** A format by the name of the zod schema that checks it: `email`, `iso.datetime`. */
export interface CheckedFormat {
  readonly factory: string;
  /** Which of the patterns says the same, so that it need not be checked twice. */
  readonly pattern?: string;
}

/** A number, or an integer. */
export interface NumberNode extends NodeInfo {
  readonly kind: "number";
  readonly integer: boolean;
  /** Integers of any size, which are `bigint` in TypeScript. */
  readonly big: boolean;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly exclusiveMinimum?: number | bigint;
  readonly exclusiveMaximum?: number | bigint;
  readonly multipleOf?: readonly (number | bigint)[];
}

/** One of some values: a constant, or an enumeration. */
export interface LiteralNode extends NodeInfo {
  readonly kind: "literal";
  readonly values: readonly Json[];
}

export interface ArrayNode extends NodeInfo {
  readonly kind: "array";
  readonly items: Node;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: true;
}

export interface TupleNode extends NodeInfo {
  readonly kind: "tuple";
  readonly items: readonly Node[];
  /** What may follow the items; `undefined` is nothing. */
  readonly rest: Node | undefined;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: true;
}

/** An object with named properties. */
export interface ObjectNode extends NodeInfo {
  readonly kind: "object";
  readonly properties: readonly Property[];
  readonly unknownKeys: UnknownKeys;
  /** What keys that match a pattern must hold. */
  readonly patterns?: readonly PatternProperty[];
  readonly minProperties?: number;
  readonly maxProperties?: number;
  /** Set on the models that stand for a whole action, observation or state: the fields of OpenEnv's base class. */
  readonly base?: BaseFields;
}

/** What happens to keys that no property names: an error, dropped, kept as they are, or kept when they fit a node. */
export type UnknownKeys = "reject" | "drop" | "keep" | Node;

export interface Property {
  readonly name: string;
  readonly node: Node;
  /** Whether a writer must give it. One that may be left out and has a default is always there for the reader. */
  readonly required: boolean;
}

export interface PatternProperty {
  readonly pattern: string;
  readonly node: Node;
}

export interface BaseFields {
  readonly role: "action" | "observation" | "state";
  readonly properties: readonly Property[];
}

/** An object whose keys are not known in advance. */
export interface RecordNode extends NodeInfo {
  readonly kind: "record";
  /** What the keys must be, where that is more than any string. */
  readonly keys?: Node;
  readonly values: Node;
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

export interface UnionNode extends NodeInfo {
  readonly kind: "union";
  readonly variants: readonly Node[];
  /** Exactly one variant must accept the value, not at least one. */
  readonly exclusive: boolean;
}

/** All of the parts. Only where they could not be merged into one node. */
export interface IntersectionNode extends NodeInfo {
  readonly kind: "intersection";
  readonly parts: readonly Node[];
}

/** A named model, which may refer back to itself. */
export interface RefNode extends NodeInfo {
  readonly kind: "ref";
  readonly model: Model;
}
