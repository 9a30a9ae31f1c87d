/**
 * The keyword arguments of generated methods: the members of an object, with a type and a default each.
 */
import { accepts } from "../ir/accepts.ts";
import { resolve } from "../ir/model.ts";
import type { ObjectNode } from "../ir/node.ts";
import { valueOf, type PropertyValue } from "../ir/property.ts";
import type { Printable } from "../print/printable.ts";
import { pythonFloat, pythonValue } from "./literal.ts";
import { fieldNames } from "./names.ts";
import { typeOf, type TypeScope } from "./type-of.ts";

export interface Parameter {
  /** The argument, which is also the attribute of the model. */
  readonly name: string;
  /** `level: StrictInt = 0`. */
  readonly printed: Printable;
  readonly isRequired: boolean;
  /** Whether `None` stands for leaving it out: nothing is sent then, or the default of the model. */
  readonly isLeftOut: boolean;
}

export interface ParameterList {
  /** The class of the model that checks them. */
  readonly model: string;
  /** Required ones first. */
  readonly parameters: readonly Parameter[];
  /** Whether further arguments are allowed. */
  readonly isOpen: boolean;
  /** The classes of the module of models that the types name. */
  readonly used: readonly string[];
}

/**
 * @param model the class that was printed for the object
 * @param taken arguments that the signature has anyway; a member of such a name goes with the further ones
 */
export function parameterList(
  model: string,
  node: ObjectNode,
  scope: TypeScope,
  taken: readonly string[],
): ParameterList {
  const used = new Set<string>();
  const use = (name: string): string => {
    used.add(name);
    return name;
  };
  const counting: TypeScope = {
    ...scope,
    nameOf: (other) => use(scope.nameOf(other)),
    declare: (other) => use(scope.declare(other)),
  };
  const names = fieldNames(node.properties.map(({ name }) => name));
  const all = node.properties.map((property, index) => {
    return parameter(names[index] ?? property.name, valueOf(property), counting);
  });
  const parameters = all.filter(({ name }) => !taken.includes(name));
  return {
    model,
    parameters: [
      ...parameters.filter(({ isRequired }) => isRequired),
      ...parameters.filter((each) => !each.isRequired),
    ],
    isOpen: node.unknownKeys !== "reject" || node.patterns !== undefined || parameters.length < all.length,
    used: [...used],
  };
}

function parameter(name: string, value: PropertyValue, scope: TypeScope): Parameter {
  const { node, optional } = value;
  const type = typeOf(node, scope).base;
  if (!optional) return { name, printed: [`${name}: `, type], isRequired: true, isLeftOut: false };
  const fallback = defaultOf(value);
  const isNullable = accepts(node, null);
  return {
    name,
    printed: [`${name}: `, type, fallback === undefined && !isNullable ? " | None" : "", " = ", fallback ?? "None"],
    isRequired: false,
    isLeftOut: fallback === undefined,
  };
}

/** A list or an object is made anew by the model for each call. */
function defaultOf({ node, default: value }: PropertyValue): Printable | undefined {
  if (value === undefined || (typeof value === "object" && value !== null)) return undefined;
  const target = resolve(node);
  const isFloat = target.kind === "number" && !target.integer && typeof value === "number";
  return isFloat ? pythonFloat(value) : pythonValue(value);
}
