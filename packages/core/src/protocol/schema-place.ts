/**
 * A value beside the JSON Schema node that describes it, with the location Pydantic would give: inside a tagged union
 * the tag is part of the path, inside a plain union the branch's name is.
 */
import type { JsonObject } from "../types.ts";
import { isJsonObject } from "./client-message.ts";

type Loc = readonly (string | number)[];

/** One place in a value. Immutable. */
export class SchemaPlace {
  readonly loc: Loc;
  readonly value: unknown;
  /** True when the value has no such member. `value` is then the object that lacks it. */
  readonly missing: boolean;
  /** Name of the `$defs` entry the node stands in, if any. */
  readonly model: string | undefined;
  /** The node, references resolved and `null` alternatives taken off. Empty when the schema does not say. */
  readonly node: JsonObject;
  readonly #root: JsonObject;

  constructor(root: JsonObject, node: unknown, loc: Loc, value: unknown, missing = false) {
    const resolved = resolve(root, node);
    this.#root = root;
    this.loc = loc;
    this.value = value;
    this.missing = missing;
    this.node = resolved.node;
    this.model = resolved.model;
  }

  /** Follows a path of keys and indices. */
  descend(path: readonly (string | number)[]): SchemaPlace {
    return path.reduce<SchemaPlace>((place, key) => place.inside().#member(key), this);
  }

  /** In a tagged union, the branch that the value's tag selects; else this place. */
  inside(): SchemaPlace {
    const discriminator = this.node.discriminator;
    if (!isJsonObject(discriminator) || !isJsonObject(this.value)) return this;
    const tag = this.value[String(discriminator.propertyName)];
    const mapping = isJsonObject(discriminator.mapping) ? discriminator.mapping : {};
    if (typeof tag !== "string" || !Object.hasOwn(mapping, tag)) return this;
    return new SchemaPlace(this.#root, { $ref: mapping[tag] }, [...this.loc, tag], this.value);
  }

  /** Whether the value has the JSON type that the node asks for, whatever else is wrong with it. */
  isOfItsType(): boolean {
    switch (this.node.type) {
      case "integer":
      case "number":
        return typeof this.value === "number" || typeof this.value === "bigint";
      case "array":
        return Array.isArray(this.value);
      case "object":
        return isJsonObject(this.value);
      default:
        return typeof this.value === this.node.type;
    }
  }

  /** The alternatives of a plain union, each with its name in the location; empty when this is none. */
  branches(): SchemaPlace[] {
    const alternatives = withoutNull(this.node.anyOf);
    return alternatives.map((branch) => {
      return new SchemaPlace(this.#root, branch, [...this.loc, branchName(this.#root, branch)], this.value);
    });
  }

  #member(key: string | number): SchemaPlace {
    const { node, value } = this;
    const missing = !hasMember(value, key);
    const inner = missing ? value : (value as Record<string | number, unknown>)[key];
    return new SchemaPlace(this.#root, memberNode(node, key), [...this.loc, key], inner, missing);
  }
}

function hasMember(value: unknown, key: string | number): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key);
}

function memberNode(node: JsonObject, key: string | number): unknown {
  if (typeof key === "number") {
    const prefix = Array.isArray(node.prefixItems) ? (node.prefixItems as unknown[]) : [];
    return key < prefix.length ? prefix[key] : node.items;
  }
  if (isJsonObject(node.properties) && Object.hasOwn(node.properties, key)) return node.properties[key];
  return node.additionalProperties;
}

function resolve(root: JsonObject, node: unknown): { node: JsonObject; model: string | undefined } {
  let model: string | undefined;
  let current = node;
  // Bounded: a chain of references may be a cycle.
  for (let hop = 0; hop < 32 && isJsonObject(current); hop += 1) {
    if (typeof current.$ref === "string" && current.$ref.startsWith("#/$defs/")) {
      model = decodeURIComponent(current.$ref.slice("#/$defs/".length)).replaceAll("~1", "/").replaceAll("~0", "~");
      current = isJsonObject(root.$defs) ? root.$defs[model] : undefined;
      continue;
    }
    const alternatives = withoutNull(current.anyOf);
    if (alternatives.length !== 1) return { node: current, model };
    current = alternatives[0];
  }
  return { node: {}, model };
}

function withoutNull(anyOf: unknown): unknown[] {
  if (!Array.isArray(anyOf)) return [];
  return (anyOf as unknown[]).filter((branch) => !(isJsonObject(branch) && branch.type === "null"));
}

/** Pydantic's name of a union branch: `int`, `list[float]`, `Circle`. */
function branchName(root: JsonObject, branch: unknown): string {
  const { node, model } = resolve(root, branch);
  if (model !== undefined) return model;
  switch (node.type) {
    case "integer":
      return "int";
    case "number":
      return "float";
    case "string":
      return "str";
    case "boolean":
      return "bool";
    case "array":
      return `list[${node.items === undefined ? "any" : branchName(root, node.items)}]`;
    case "object":
      return "dict";
    default:
      return "any";
  }
}
