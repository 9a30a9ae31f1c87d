/**
 * The zod schema of a node, as an expression.
 */
import { accepts } from "../ir/accepts.ts";
import type { Model } from "../ir/model.ts";
import type { ArrayNode, Node, NumberNode, RecordNode, StringNode, TupleNode, UnionNode } from "../ir/node.ts";
import { patternRecord } from "../ir/pattern-record.ts";
import { tagOf } from "../ir/union-tag.ts";
import { arrow, atom, callOn, chain, listOf, type Chain } from "../print/expression.ts";
import { stringLiteral } from "../print/literal.ts";
import { isShortRegExp, regExpLiteral } from "../print/regular-expression.ts";
import { literalValidator } from "./literal-validator.ts";
import { objectValidator } from "./object-validator.ts";
import { numberLiteral, own, propertyCountChecks, withChecks, z, type ValidatorScope } from "./validator-scope.ts";

/** @param isDeclared whether the validator of a model stands further up */
export function validatorScope(isDeclared: (model: Model) => boolean): ValidatorScope {
  const scope: ValidatorScope = {
    isDeclared,
    validatorOf: (node) => validatorOf(node, scope),
    get later() {
      return everythingDeclared;
    },
  };
  return scope;
}

const everythingDeclared: ValidatorScope = validatorScope(() => true);

function validatorOf(node: Node, scope: ValidatorScope): Chain {
  const refused = (node.not ?? []).map((other) => own("not", validatorOf(other, scope)));
  return withChecks(plainValidator(node, scope), refused);
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
      return literalValidator(node.values);
    case "array":
      return arrayValidator(node, scope);
    case "tuple":
      return tupleValidator(node, scope);
    case "object": {
      const record = patternRecord(node);
      return record === undefined ? objectValidator(node, scope) : recordValidator(record, scope);
    }
    case "record":
      return recordValidator(node, scope);
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
function stringValidator({ minLength = 0, maxLength, patterns = [], checkedFormat }: StringNode): Chain {
  const plain = z(checkedFormat?.factory ?? "string");
  const start = minLength === 1 ? callOn(plain, ".min", numberLiteral(1)) : plain;
  const checked = withChecks(start, [
    ...(minLength > 1 ? [own("minCodePoints", numberLiteral(minLength))] : []),
    ...(maxLength === undefined ? [] : [own("maxCodePoints", numberLiteral(maxLength))]),
  ]);
  const others = patterns.filter((pattern) => pattern !== checkedFormat?.pattern);
  return others.reduce((validator, pattern) => {
    const literal = regExpLiteral(pattern);
    return literal === undefined ? validator : callOn(validator, ".regex", atom(literal, isShortRegExp(literal)));
  }, checked);
}

function numberValidator(node: NumberNode): Chain {
  return withLimits(
    z(node.integer ? "int" : "number"),
    [".min", node.minimum],
    [".gt", node.exclusiveMinimum],
    [".max", node.maximum],
    [".lt", node.exclusiveMaximum],
    ...(node.multipleOf ?? []).map((divisor): Limit => [".multipleOf", divisor]),
  );
}

function bigValidator(node: NumberNode): Chain {
  const limits: readonly Limit[] = [
    ["gte", node.minimum],
    ["gt", node.exclusiveMinimum],
    ["lte", node.maximum],
    ["lt", node.exclusiveMaximum],
    ...(node.multipleOf ?? []).map((divisor): Limit => ["multipleOf", divisor]),
  ];
  const checks = limits.flatMap(([name, limit]) =>
    limit === undefined ? [] : [z(name, numberLiteral(BigInt(limit)))],
  );
  return withChecks(own("bigInteger"), checks);
}

type Limit = readonly [method: string, limit: number | bigint | undefined];

function withLimits(validator: Chain, ...limits: readonly Limit[]): Chain {
  return limits.reduce(
    (limited, [method, limit]) => (limit === undefined ? limited : callOn(limited, method, numberLiteral(limit))),
    validator,
  );
}

function arrayValidator(node: ArrayNode, scope: ValidatorScope): Chain {
  const list = withLimits(z("array", validatorOf(node.items, scope)), [".min", node.minItems], [".max", node.maxItems]);
  return withChecks(list, node.uniqueItems ? [own("uniqueItems")] : []);
}

function tupleValidator(node: TupleNode, scope: ValidatorScope): Chain {
  const items = node.items.map((item, index) => {
    const validator = validatorOf(item, scope);
    return index < (node.minItems ?? 0) ? validator : callOn(validator, ".optional");
  });
  const closed = z("tuple", listOf(items));
  const tuple = node.rest === undefined ? closed : callOn(closed, ".rest", validatorOf(node.rest, scope));
  return withChecks(tuple, [...itemCountChecks(node), ...(node.uniqueItems ? [own("uniqueItems")] : [])]);
}

/** Limits that the items of a tuple do not say already. */
function itemCountChecks({ items, rest, minItems = 0, maxItems = Infinity }: TupleNode): Chain[] {
  const most = rest === undefined ? Math.min(maxItems, items.length) : maxItems;
  if (minItems <= items.length && (rest === undefined ? most === items.length : most === Infinity)) return [];
  return [own("itemCount", ...[minItems, ...(most === Infinity ? [] : [most])].map(numberLiteral))];
}

function recordValidator({ keys, values, minProperties, maxProperties }: RecordNode, scope: ValidatorScope): Chain {
  const name = keys?.kind === "literal" ? "partialRecord" : "record";
  const record = z(name, keys === undefined ? z("string") : validatorOf(keys, scope), validatorOf(values, scope));
  return withChecks(record, propertyCountChecks(minProperties, maxProperties));
}

function unionValidator(node: UnionNode, scope: ValidatorScope): Chain {
  const others = node.variants.filter(({ kind }) => kind !== "null");
  const [only] = others;
  const count = node.variants.length - others.length;
  // With `oneOf`, a null that two variants accept is refused.
  const isNullable = node.exclusive ? count === 1 && !others.some((other) => accepts(other, null)) : count > 0;
  if (isNullable && only !== undefined) {
    const inner = others.length === 1 ? only : { ...node, variants: others, not: [] };
    return callOn(validatorOf(inner, scope), ".nullable");
  }
  const options = listOf(node.variants.map((variant) => validatorOf(variant, scope)));
  const tag = tagOf(node);
  if (tag?.required) return z("discriminatedUnion", atom(stringLiteral(tag.name)), options);
  return z(node.exclusive ? "xor" : "union", options);
}
