/**
 * One field of a generated model.
 */
import type { Property } from "../ir/node.ts";
import { valueOf, type PropertyValue } from "../ir/property.ts";
import { resolve } from "../ir/model.ts";
import { accepts } from "../ir/accepts.ts";
import { isJsonArray, isJsonObject, type Json } from "../json/json.ts";
import type { Printable } from "../print/printable.ts";
import { pythonFloat, pythonString, pythonValue } from "./literal.ts";
import { python } from "./python-file.ts";
import { called } from "./syntax.ts";
import { annotation, checks, typeOf, type PythonType, type TypeScope } from "./type-of.ts";

const field = python("Field", "pydantic");

/** @param name the attribute; another than the property's where Python does not allow that one */
export function printField(name: string, property: Property, scope: TypeScope): Printable {
  const value = valueOf(property);
  const { type, isAbsent } = typeOfField(value, scope);
  const plain = type.checks.length === 0;
  const options: Printable[] = [
    ...defaultOf(value),
    ...(isAbsent ? [["exclude_if=", checks, ".is_none"]] : []),
    ...(name === property.name ? [] : aliases(property.name)),
    ...(plain ? type.limits : []),
    ...described(value),
  ];
  const head: Printable = [`${name}: `, plain ? type.base : annotation(type)];
  const [first] = options;
  if (first === undefined) return head;
  const short =
    options.length === 1 && Array.isArray(first) && first[0] === "default="
      ? (first as Printable[]).slice(1)
      : undefined;
  return [head, " = ", short ?? called([field, "("], options, ")")];
}

/** A member that may be missing and has no default is `None` here, and left out of what is sent. */
function typeOfField(value: PropertyValue, scope: TypeScope): { type: PythonType; isAbsent: boolean } {
  const type = typeOf(value.node, scope);
  if (value.present) return { type, isAbsent: false };
  if (accepts(value.node, null) || resolve(value.node).kind === "never") return { type, isAbsent: true };
  const given: Printable = [python("BeforeValidator", "pydantic"), "(", checks, ".refuse_none)"];
  return { type: { base: [annotation(type), " | None"], limits: [], checks: [given] }, isAbsent: true };
}

/** For type checkers the attribute is the argument; Pydantic takes either name. */
function aliases(name: string): Printable[] {
  const alias = pythonString(name);
  return [`validation_alias=${alias}`, `serialization_alias=${alias}`];
}

function described({ node }: PropertyValue): Printable[] {
  const { description, deprecated } = node;
  return [
    ...(description === undefined || description.trim() === ""
      ? []
      : [`description=${pythonString(description.toWellFormed())}`]),
    ...(deprecated ? ["deprecated=True"] : []),
  ];
}

function defaultOf({ node, optional, present, default: value }: PropertyValue): Printable[] {
  if (!optional) return [];
  if (!present || value === undefined || value === null) return [["default=", "None"]];
  if (isEmpty(value) && (resolve(node).kind === "array" || resolve(node).kind === "record")) {
    return [`default_factory=${isJsonArray(value) ? "list" : "dict"}`];
  }
  // Validated: a member that is an object becomes an instance of its class, and lists are copied.
  if (typeof value === "object") return [["default=", pythonValue(value)], "validate_default=True"];
  const target = resolve(node);
  const isFloat = target.kind === "number" && !target.integer && typeof value === "number";
  return [["default=", isFloat ? pythonFloat(value) : pythonValue(value)]];
}

function isEmpty(value: Json): boolean {
  return (isJsonArray(value) && value.length === 0) || (isJsonObject(value) && Object.keys(value).length === 0);
}
