/**
 * The zod schema of a node, as an expression.
 */
import { childrenOf } from "../ir/children.ts";
import type { Model } from "../ir/model.ts";
import type {
  LiteralNode,
  Node,
  NumberNode,
  ObjectNode,
  Property,
  StringNode,
  TupleNode,
  UnionNode,
} from "../ir/node.ts";
import { valueOf } from "../ir/property.ts";
import { tagOf } from "../ir/union-tag.ts";
import { isJsonArray, isJsonObject, type Json } from "../json/json.ts";
import {
  arrow,
  atom,
  callOn,
  chain,
  listOf,
  objectOf,
  printExpression,
  type Chain,
  type Expression,
  type ObjectMember,
} from "../print/expression.ts";
import { jsonLiteral, objectKey, stringLiteral } from "../print/literal.ts";
import { regExpLiteral } from "../print/regular-expression.ts";
import { coreValue, zod } from "./core-symbols.ts";

/** What is known while a file of validators is printed. */
export interface ValidatorScope {
  /** Whether the validator of a model stands further up, so that its name can be used at once. */
  isDeclared(model: Model): boolean;
}

const z = (name: string, ...args: readonly Expression[]): Chain => callOn(chain(zod), `.${name}`, ...args);
const number = (value: number | bigint): Expression => atom(typeof value === "bigint" ? `${value}n` : String(value));

export function validatorOf(node: Node, scope: ValidatorScope): Chain {
  const plain = plainValidator(node, scope);
  return (node.not ?? []).reduce((validator, refused) => {
    const matches = callOn(validatorOf(refused, scope), ".safeParse", atom("value"));
    return callOn(validator, ".refine", arrow("value", atom([printExpression(matches), ".success"]), true));
  }, plain);
}

function plainValidator(node: Node, scope: ValidatorScope): Chain {
  switch (node.kind) {
    case "unknown":
    case "never":
    case "null":
    case "boolean":
      return z(node.kind);
    case "string":
      return stringValidator(node);
    case "number":
      return node.big ? bigValidator(node) : numberValidator(node);
    case "literal":
      return literalValidator(node);
    case "array": {
      const list = z("array", validatorOf(node.items, scope));
      return withLimits(list, [".min", node.minItems], [".max", node.maxItems]);
    }
    case "tuple":
      return tupleValidator(node, scope);
    case "object":
      return objectValidator(node, scope);
    case "record": {
      const values = validatorOf(node.values, scope);
      if (node.keys?.kind === "literal") return z("partialRecord", validatorOf(node.keys, scope), values);
      return z("record", node.keys === undefined ? z("string") : validatorOf(node.keys, scope), values);
    }
    case "union":
      return unionValidator(node, scope);
    case "intersection":
      return node.parts.map((part) => validatorOf(part, scope)).reduce((left, right) => z("intersection", left, right));
    case "ref": {
      const name = `${node.model.name}Schema`;
      return scope.isDeclared(node.model) ? chain(name) : z("lazy", arrow("", chain(name)));
    }
  }
}

/** Lengths count code points; of the limits, only 1 means the same in the UTF-16 units that zod counts. */
function stringValidator({ minLength = 0, maxLength, patterns = [] }: StringNode): Chain {
  const checks = [
    ...(minLength > 1 ? [callOn(chain(coreValue("minCodePoints")), "", number(minLength))] : []),
    ...(maxLength === undefined ? [] : [callOn(chain(coreValue("maxCodePoints")), "", number(maxLength))]),
  ];
  let validator = z("string");
  if (minLength === 1) validator = callOn(validator, ".min", number(1));
  if (checks.length > 0) validator = callOn(validator, ".check", ...checks);
  for (const pattern of patterns) {
    const literal = regExpLiteral(pattern);
    if (literal !== undefined) validator = callOn(validator, ".regex", atom(literal, pattern.length <= 5));
  }
  return validator;
}

function numberValidator(node: NumberNode): Chain {
  const limited = withLimits(
    z(node.integer ? "int" : "number"),
    [".min", node.minimum],
    [".gt", node.exclusiveMinimum],
    [".max", node.maximum],
    [".lt", node.exclusiveMaximum],
  );
  return withLimits(limited, ...(node.multipleOf ?? []).map((divisor) => [".multipleOf", divisor] as const));
}

function bigValidator(node: NumberNode): Chain {
  const limits = [
    ["gte", node.minimum],
    ["gt", node.exclusiveMinimum],
    ["lte", node.maximum],
    ["lt", node.exclusiveMaximum],
    ...(node.multipleOf ?? []).map((divisor) => ["multipleOf", divisor] as const),
  ] as const;
  const checks = limits.flatMap(([name, limit]) => (limit === undefined ? [] : [z(name, number(BigInt(limit)))]));
  const integer = callOn(chain(coreValue("bigInteger")), "");
  return checks.length === 0 ? integer : callOn(integer, ".check", ...checks);
}

type Limit = readonly [method: string, limit: number | bigint | undefined];

function withLimits(validator: Chain, ...limits: readonly Limit[]): Chain {
  return limits.reduce(
    (limited, [method, limit]) => (limit === undefined ? limited : callOn(limited, method, number(limit))),
    validator,
  );
}

function literalValidator({ values }: LiteralNode): Chain {
  const scalars = values.filter((value) => typeof value !== "object" || value === null);
  const structures = values.filter((value) => typeof value === "object" && value !== null).map(constantValidator);
  if (structures.length === 0) return scalarsValidator(scalars);
  const options = scalars.length === 0 ? structures : [scalarsValidator(scalars), ...structures];
  const [only] = options;
  return options.length === 1 && only !== undefined ? only : z("union", listOf(options));
}

function scalarsValidator(values: readonly Json[]): Chain {
  const [only] = values;
  if (values.length === 1) return only === null ? z("null") : z("literal", atom(jsonLiteral(only ?? null)));
  const name = values.every((value) => typeof value === "string") ? "enum" : "literal";
  return z(name, listOf(values.map((value) => atom(jsonLiteral(value)))));
}

/** zod's literals are scalars: a constant object or list is one whose members are constant. */
function constantValidator(value: Json): Chain {
  if (isJsonArray(value)) return z("tuple", listOf(value.map(constantValidator)));
  if (!isJsonObject(value)) return scalarsValidator([value]);
  const members = Object.entries(value).map(([key, item]) => {
    return { key: objectKey(key), value: constantValidator(item), getter: false };
  });
  return z("strictObject", objectOf(members));
}

function tupleValidator(node: TupleNode, scope: ValidatorScope): Chain {
  const needed = node.minItems ?? 0;
  const items = node.items.map((item, index) => {
    const validator = validatorOf(item, scope);
    return index < needed ? validator : callOn(validator, ".optional");
  });
  const tuple = z("tuple", listOf(items));
  return node.rest === undefined ? tuple : callOn(tuple, ".rest", validatorOf(node.rest, scope));
}

export function objectValidator(node: ObjectNode, scope: ValidatorScope, broken = false): Chain {
  const { unknownKeys } = node;
  const name = { reject: "strictObject", drop: "object", keep: "looseObject" } as const;
  const object = z(
    typeof unknownKeys === "string" ? name[unknownKeys] : "object",
    objectOf(
      fieldsOf(node).map((field) => memberOf(field, scope)),
      broken,
    ),
  );
  return typeof unknownKeys === "string" ? object : callOn(object, ".catchall", validatorOf(unknownKeys, scope));
}

/** The fields a validator checks: reward and done of an observation travel beside it. */
function fieldsOf({ base, properties }: ObjectNode): readonly Property[] {
  if (base?.role === "state") return [...base.properties, ...properties];
  return base?.role === "action" ? [...properties, ...base.properties] : properties;
}

function memberOf(field: Property, scope: ValidatorScope): ObjectMember {
  const value = valueOf(field);
  // A getter is read when everything is declared, so that models can refer to each other.
  const getter = refersForward(value.node, scope);
  const inner = validatorOf(value.node, getter ? everythingDeclared : scope);
  const validator =
    value.default !== undefined
      ? callOn(inner, ".default", defaultValue(value.default))
      : value.optional
        ? callOn(inner, ".optional")
        : inner;
  return { key: objectKey(value.name), value: validator, getter };
}

const everythingDeclared: ValidatorScope = { isDeclared: () => true };

function refersForward(node: Node, scope: ValidatorScope): boolean {
  return node.kind === "ref"
    ? !scope.isDeclared(node.model)
    : childrenOf(node).some((child) => refersForward(child, scope));
}

/** Lists and objects are made anew for each value, so that no two of them share one. */
function defaultValue(value: Json): Expression {
  const printed = dataExpression(value);
  return typeof value === "object" && value !== null ? arrow("", printed) : printed;
}

function dataExpression(value: Json): Expression {
  if (isJsonArray(value)) return listOf(value.map(dataExpression));
  if (!isJsonObject(value)) return atom(jsonLiteral(value));
  return objectOf(
    Object.entries(value).map(([key, item]) => ({ key: objectKey(key), value: dataExpression(item), getter: false })),
  );
}

function unionValidator(node: UnionNode, scope: ValidatorScope): Chain {
  const others = node.variants.filter(({ kind }) => kind !== "null");
  const nullable = others.length < node.variants.length;
  const [only] = others;
  if (nullable && only !== undefined && (others.length === 1 || !node.exclusive)) {
    const inner = others.length === 1 ? only : { ...node, variants: others, not: [] };
    return callOn(validatorOf(inner, scope), ".nullable");
  }
  const options = listOf(node.variants.map((variant) => validatorOf(variant, scope)));
  const tag = tagOf(node);
  if (tag?.required) return z("discriminatedUnion", atom(stringLiteral(tag.name)), options);
  return z(node.exclusive ? "xor" : "union", options);
}
