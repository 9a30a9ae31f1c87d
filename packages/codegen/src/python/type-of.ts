/**
 * The Python type of a node. Scalars are strict, as JSON is: `"12"` is no integer, and `true` no number.
 */
import type {
  ArrayNode,
  Node,
  NumberNode,
  ObjectNode,
  RecordNode,
  StringNode,
  TupleNode,
  UnionNode,
} from "../ir/node.ts";
import type { Model } from "../ir/model.ts";
import { resolve } from "../ir/model.ts";
import { patternRecord } from "../ir/pattern-record.ts";
import { tagOf } from "../ir/union-tag.ts";
import type { Json } from "../json/json.ts";
import { join, type ImportedSymbol, type Printable } from "../print/printable.ts";
import { pythonFloat, pythonString, pythonValue } from "./literal.ts";
import { pythonPattern } from "./pattern.ts";
import { python } from "./python-file.ts";
import { called } from "./syntax.ts";

const annotatedSymbol = python("Annotated", "typing");
const literalSymbol = python("Literal", "typing");
const field = python("Field", "pydantic");
const jsonValue = python("JsonValue", "pydantic");
/** Printed where a check is called: its module is imported whole. */
export const checks: ImportedSymbol = python("checks", ".");

/** A type with what it insists on beyond. */
export interface PythonType {
  readonly base: Printable;
  /** Keyword arguments of `Field`. */
  readonly limits: readonly Printable[];
  readonly checks: readonly Printable[];
}

/** What a type needs from the module it is printed in. */
export interface TypeScope {
  nameOf(model: Model): string;
  /** Declares a class for an object that has no name, and gives its name. */
  declare(node: ObjectNode): string;
  /** What is not checked, in words. */
  leftOut(source: string, what: string): void;
}

/** A type as it stands in an annotation. */
export function annotation(type: PythonType): Printable {
  const metadata = [...(type.limits.length === 0 ? [] : [called([field, "("], type.limits, ")")]), ...type.checks];
  return metadata.length === 0 ? type.base : called([annotatedSymbol, "["], [type.base, ...metadata], "]");
}

export function typeOf(node: Node, scope: TypeScope): PythonType {
  const type = plainType(node, scope);
  // A class checks for itself what it must not be.
  if (node.kind === "object" && patternRecord(node) === undefined) return type;
  const refused = (node.not ?? []).map((other) => annotation(typeOf(other, scope)));
  return refused.length === 0 ? type : { ...type, checks: [...type.checks, check("refuses", refused)] };
}

function plainType(node: Node, scope: TypeScope): PythonType {
  switch (node.kind) {
    case "unknown":
      return only(jsonValue);
    case "never":
      return {
        base: "None",
        limits: [],
        checks: [[python("BeforeValidator", "pydantic"), "(", checks, ".refuse_all)"]],
      };
    case "null":
      return only("None");
    case "boolean":
      return only(python("StrictBool", "pydantic"));
    case "string":
      return stringType(node, scope);
    case "number":
      return numberType(node, scope);
    case "literal":
      return literalType(node.values);
    case "array":
      return { base: ["list[", nested(node.items, scope), "]"], ...listLimits(node) };
    case "tuple":
      return tupleType(node, scope);
    case "object": {
      const record = patternRecord(node);
      return record === undefined ? only(scope.declare(node)) : recordType(record, scope);
    }
    case "record":
      return recordType(node, scope);
    case "union":
      return unionType(node, scope);
    case "intersection":
      return {
        base: jsonValue,
        limits: [],
        checks: [
          check(
            "all_of",
            node.parts.map((part) => nested(part, scope)),
          ),
        ],
      };
    case "ref":
      return only(scope.nameOf(node.model));
  }
}

function only(base: Printable): PythonType {
  return { base, limits: [], checks: [] };
}

function nested(node: Node, scope: TypeScope): Printable {
  return annotation(typeOf(node, scope));
}

function check(name: string, items: readonly Printable[]): Printable {
  return called([checks, `.${name}(`], items, ")");
}

function limit(name: string, value: Printable | undefined): Printable[] {
  return value === undefined ? [] : [[`${name}=`, value]];
}

function stringType({ minLength, maxLength, patterns = [], source }: StringNode, scope: TypeScope): PythonType {
  const found = patterns.flatMap((pattern) => {
    const text = pythonPattern(pattern);
    if (text === undefined) scope.leftOut(source, `the pattern ${pattern}`);
    return text === undefined ? [] : [check("matches", [pythonString(text)])];
  });
  return { base: "str", limits: [...limit("min_length", minLength), ...limit("max_length", maxLength)], checks: found };
}

function numberType(node: NumberNode, scope: TypeScope): PythonType {
  const { integer, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = node;
  // Of an integer, Pydantic takes integers as bounds only.
  const bound = (value: number | bigint | undefined, round: (value: number) => number): Printable | undefined => {
    if (value === undefined || !integer) return value === undefined ? undefined : pythonValue(value);
    return String(typeof value === "bigint" ? value : BigInt(round(value)));
  };
  const [multipleOf, ...more] = divisorsOf(node, scope);
  const base = python(integer ? "StrictInt" : "StrictFloat", "pydantic");
  const limits = [
    ...limit("ge", bound(minimum, Math.ceil)),
    ...limit("gt", bound(exclusiveMinimum, Math.floor)),
    ...limit("le", bound(maximum, Math.floor)),
    ...limit("lt", bound(exclusiveMaximum, Math.ceil)),
    ...limit("multiple_of", multipleOf),
  ];
  return { base, limits, checks: more.map((divisor) => called([field, "("], limit("multiple_of", divisor), ")")) };
}

/** An integer is a multiple of ½ anyway; one that must be a multiple of 1½ is left to the server. */
function divisorsOf({ integer, multipleOf = [], source }: NumberNode, scope: TypeScope): Printable[] {
  return multipleOf.flatMap((divisor): Printable[] => {
    if (!integer || typeof divisor === "bigint") return [pythonValue(divisor)];
    if (Number.isInteger(divisor)) return [String(BigInt(divisor))];
    if (!Number.isInteger(1 / divisor)) scope.leftOut(source, `multipleOf ${divisor}`);
    return [];
  });
}

function literalType(values: readonly Json[]): PythonType {
  if (values.length === 1 && values[0] === null) return only("None");
  const plain = values.every((value) => isLiteral(value));
  if (plain) return only(called([literalSymbol, "["], values.map(pythonValue), "]"));
  const floats = values.every((value) => typeof value === "number");
  const base = floats ? python("StrictFloat", "pydantic") : jsonValue;
  return {
    base,
    limits: [],
    checks: [
      check(
        "constant",
        values.map((value) => (floats ? pythonFloat(value as number) : pythonValue(value))),
      ),
    ],
  };
}

/** What can stand in `Literal[…]`. */
function isLiteral(value: Json): boolean {
  return typeof value === "number"
    ? Number.isSafeInteger(value) && !Object.is(value, -0)
    : typeof value !== "object" || value === null;
}

function listLimits(node: ArrayNode | TupleNode): Omit<PythonType, "base"> {
  const unique: Printable = [python("AfterValidator", "pydantic"), "(", checks, ".unique)"];
  return {
    limits: [...limit("min_length", node.minItems), ...limit("max_length", node.maxItems)],
    checks: node.uniqueItems ? [unique] : [],
  };
}

/** A tuple of a fixed length is one in Python; any other is a list whose items are checked by their place. */
function tupleType(node: TupleNode, scope: TypeScope): PythonType {
  const items = node.items.map((item) => nested(item, scope));
  const { rest, minItems = 0, maxItems = Infinity } = node;
  const { limits, checks: others } = listLimits(node);
  if (rest === undefined && minItems >= items.length && items.length > 0) {
    return { base: called("tuple[", items, "]"), limits: [], checks: others };
  }
  const further = rest === undefined ? [] : [nested(rest, scope)];
  const most = rest === undefined && maxItems > items.length ? [`max_length=${items.length}`] : [];
  const union = joinTypes([...items, ...further]);
  return {
    base: ["list[", union, "]"],
    limits: [...limits.filter((item) => most.length === 0 || !isMaximum(item)), ...most],
    checks: [check("positions", [...items, ...further.map((type): Printable => ["rest=", type])]), ...others],
  };
}

function isMaximum(limit: Printable): boolean {
  return Array.isArray(limit) && limit[0] === "max_length=";
}

function recordType({ keys, values, minProperties, maxProperties }: RecordNode, scope: TypeScope): PythonType {
  const key = keys === undefined || keys.kind === "unknown" ? "str" : nested(keys, scope);
  return {
    base: called("dict[", [key, nested(values, scope)], "]"),
    limits: [...limit("min_length", minProperties), ...limit("max_length", maxProperties)],
    checks: [],
  };
}

function unionType(node: UnionNode, scope: TypeScope): PythonType {
  const others = node.variants.filter(({ kind }) => kind !== "null");
  const isNullable = others.length < node.variants.length;
  const types = others.map((variant) => nested(variant, scope));
  const tag = tagOf({ ...node, variants: others });
  if (tag?.required && others.every(isClass) && tag.values.flat().every((value) => typeof value === "string")) {
    const tagged: PythonType = {
      base: joinTypes(types),
      limits: limit("discriminator", pythonString(tag.name)),
      checks: [],
    };
    return isNullable ? only(joinTypes([annotation(tagged), "None"])) : tagged;
  }
  const all = joinTypes(isNullable ? [...types, "None"] : types);
  if (!node.exclusive) return only(all);
  return {
    base: all,
    limits: [],
    checks: [
      check(
        "exactly_one",
        node.variants.map((variant) => nested(variant, scope)),
      ),
    ],
  };
}

function isClass(node: Node): boolean {
  const target = resolve(node);
  return target.kind === "object" && patternRecord(target) === undefined && target.not === undefined;
}

/** Alike ones once. */
function joinTypes(types: readonly Printable[]): Printable {
  const seen = new Set<string>();
  const distinct = types.filter((type) => {
    const text = JSON.stringify(type);
    return !seen.has(text) && seen.add(text);
  });
  return distinct.length === 0 ? "None" : join(distinct, " | ");
}
