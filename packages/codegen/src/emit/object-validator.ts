/**
 * The zod schema of an object.
 */
import { childrenOf } from "../ir/children.ts";
import type { Node, ObjectNode, Property } from "../ir/node.ts";
import { valueOf, type PropertyValue } from "../ir/property.ts";
import { isJsonArray, isJsonObject, type Json } from "../json/json.ts";
import { atom, callOn, listOf, objectOf, type Chain, type Expression, type ObjectMember } from "../print/expression.ts";
import { jsonLiteral, objectKey, stringLiteral } from "../print/literal.ts";
import { regExpLiteral } from "../print/regular-expression.ts";
import { formsDiffer } from "./forms.ts";
import { own, propertyCountChecks, withChecks, z, type ValidatorScope } from "./validator-scope.ts";

const PROTO = "__proto__";

/** @param broken one member on each line, even if all would fit on one */
export function objectValidator(node: ObjectNode, scope: ValidatorScope, broken = false): Chain {
  const fields = fieldsOf(node);
  const members = fields.filter(({ name }) => name !== PROTO).map((field) => memberOf(field, scope));
  const checked = withChecks(openObject(node, objectOf(members, broken), scope), [
    ...patternChecks(node, fields, scope),
    ...propertyCountChecks(node.minProperties, node.maxProperties),
  ]);
  if (!fields.some(({ name }) => name in Object.prototype)) return checked;
  const proto = fields.filter(({ name }) => name === PROTO).map((field) => memberOf(field, scope).value);
  return own("ownMembers", checked, ...proto);
}

function openObject({ unknownKeys, patterns }: ObjectNode, shape: Expression, scope: ValidatorScope): Chain {
  // With patterns, the check sees to all other keys.
  if (patterns !== undefined) return z("looseObject", shape);
  if (typeof unknownKeys !== "string") return callOn(z("object", shape), ".catchall", scope.validatorOf(unknownKeys));
  return z({ reject: "strictObject", drop: "object", keep: "looseObject" }[unknownKeys], shape);
}

function patternChecks(node: ObjectNode, fields: readonly Property[], scope: ValidatorScope): Expression[] {
  if (node.patterns === undefined) return [];
  const patterns = node.patterns.map((item) =>
    listOf([atom(regExpLiteral(item.pattern) ?? "/(?:)/", false), scope.validatorOf(item.node)]),
  );
  const others = otherKeys(node, scope);
  if (others.length === 0) return [own("patternProperties", listOf(patterns))];
  const named = fields.map(({ name }) => atom(stringLiteral(name)));
  return [own("patternProperties", listOf(patterns), listOf(named), ...others)];
}

function otherKeys({ unknownKeys }: ObjectNode, scope: ValidatorScope): Chain[] {
  if (typeof unknownKeys !== "string") return [scope.validatorOf(unknownKeys)];
  return unknownKeys === "reject" ? [z("never")] : [];
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
  const inner = (getter ? scope.later : scope).validatorOf(value.node);
  return { key: objectKey(value.name), value: withDefault(inner, value), getter };
}

function refersForward(node: Node, scope: ValidatorScope): boolean {
  if (node.kind === "ref") return !scope.isDeclared(node.model);
  return childrenOf(node).some((child) => refersForward(child, scope));
}

function withDefault(validator: Chain, { node, optional, default: value }: PropertyValue): Chain {
  if (value === undefined) return optional ? callOn(validator, ".optional") : validator;
  if (node.kind === "number" && node.big && typeof value === "number") {
    return callOn(validator, ".default", atom(`${value}n`));
  }
  return callOn(validator, mustBeParsed(value, node) ? ".prefault" : ".default", data(value));
}

/**
 * Whether a default is given to the validator like any input. That fills in the defaults within it, and makes it anew
 * for each value: a plain default is copied one level deep.
 */
function mustBeParsed(value: Json, node: Node): boolean {
  if (typeof value === "number") return formsDiffer(node);
  if (typeof value !== "object" || value === null) return false;
  const parts = Object.values(value);
  if (parts.length === 0) return isJsonObject(value) && formsDiffer(node);
  return formsDiffer(node) || parts.some((part) => typeof part === "object" && part !== null);
}

function data(value: Json): Expression {
  if (isJsonArray(value)) return listOf(value.map(data));
  if (!isJsonObject(value)) return atom(jsonLiteral(value));
  return objectOf(
    Object.entries(value).map(([key, item]) => ({ key: objectKey(key), value: data(item), getter: false })),
  );
}
