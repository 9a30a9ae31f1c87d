/**
 * Puts doc comments of a source into a JSON Schema, where it has no text of its own. Walks both side by side.
 */
import { isJsonArray, isJsonObject, jsonObject, member, type Json, type JsonObject } from "../../json/json.ts";
import { pointerNames } from "../../json/pointer.ts";
import type { Comment, SchemaCall, SchemaSource } from "./schema-source.ts";
import type { Node } from "ts-morph";

/**
 * @param schema what zod says of the schema that stands at `place`
 * @param comment what is said about the place itself
 */
export function describeSchema(schema: JsonObject, place: Node, comment: Comment, source: SchemaSource): JsonObject {
  const walk = new CommentWalk(source);
  const root = walk.schema(annotate(schema, comment), source.chain(place));
  const defs = member(schema, "$defs");
  return isJsonObject(defs) ? { ...root, $defs: walk.definitions(defs) } : root;
}

function annotate(schema: JsonObject, { text, deprecated }: Comment): JsonObject {
  const description = member(schema, "description") ?? text;
  return {
    ...schema,
    ...(description !== undefined && { description }),
    ...(deprecated && { deprecated }),
  };
}

/** Calls that give a schema of the same JSON, but for `null`. As functions they take the schema that they wrap. */
const WRAPPERS: ReadonlySet<string> = new Set(["optional", "nullable", "nullish", "readonly", "nonoptional"]);

class CommentWalk {
  readonly #source: SchemaSource;
  /** How the definitions that were referred to are made. */
  readonly #definitions = new Map<string, readonly SchemaCall[]>();

  constructor(source: SchemaSource) {
    this.#source = source;
  }

  /** A schema, and what is within it, that these calls make. */
  schema(schema: JsonObject, calls: readonly SchemaCall[]): JsonObject {
    const [call, ...rest] = calls;
    if (call === undefined) return schema;
    const ref = member(schema, "$ref");
    if (typeof ref !== "string") return this.#structure(annotate(schema, call.comment), call, rest);
    const name = pointerNames(ref).at(-1);
    if (name !== undefined && !this.#definitions.has(name)) this.#definitions.set(name, calls);
    return schema;
  }

  definitions(defs: JsonObject): JsonObject {
    const described = new Map<string, Json>(Object.entries(defs));
    // Definitions lead to further ones, which the map then goes on to.
    for (const [name, calls] of this.#definitions) {
      const found = described.get(name);
      if (isJsonObject(found)) described.set(name, this.schema(found, calls));
    }
    return jsonObject(described);
  }

  #structure(schema: JsonObject, call: SchemaCall, rest: readonly SchemaCall[]): JsonObject {
    const [first, second] = call.args;
    switch (call.name) {
      case "object":
      case "strictObject":
      case "looseObject":
      case "extend":
      case "safeExtend":
      case "merge":
        return this.#object(schema, [call, ...rest]);
      case "array":
        return this.#item(schema, "items", first === undefined ? rest : this.#source.chain(first));
      case "record":
      case "partialRecord":
      case "looseRecord":
        return this.#item(schema, "additionalProperties", this.#chainOf(second));
      case "tuple":
        return this.#list(this.#item(schema, "items", this.#chainOf(second)), "prefixItems", this.#chainsIn(first));
      case "union":
      case "xor":
      case "discriminatedUnion": {
        const options = this.#chainsIn(call.name === "discriminatedUnion" ? second : first);
        return this.#list(this.#list(schema, "anyOf", options), "oneOf", options);
      }
      case "or":
        return this.#list(schema, "anyOf", [rest, this.#chainOf(first)]);
      case "and":
        return this.#list(schema, "allOf", [rest, this.#chainOf(first)]);
      case "intersection":
        return this.#list(schema, "allOf", [this.#chainOf(first), this.#chainOf(second)]);
      case "lazy":
        return this.schema(schema, first === undefined ? [] : this.#source.chain(this.#source.resultOf(first)));
      default:
        return this.#wrapped(schema, call, rest);
    }
  }

  /** Within a call that does not change what a schema is, but for `null`. */
  #wrapped(schema: JsonObject, { name, args }: SchemaCall, rest: readonly SchemaCall[]): JsonObject {
    const [inner] = WRAPPERS.has(name) ? args : [];
    const calls = inner === undefined ? rest : this.#source.chain(inner);
    return name.startsWith("null") && isJsonArray(member(schema, "anyOf"))
      ? this.#list(schema, "anyOf", [calls])
      : this.schema(schema, calls);
  }

  #object(schema: JsonObject, calls: readonly SchemaCall[]): JsonObject {
    const properties = member(schema, "properties");
    if (!isJsonObject(properties)) return schema;
    const members = this.#source.membersOfObject(calls);
    const described = Object.entries(properties).map(([name, property]): [string, Json] => {
      const found = members.get(name);
      if (found === undefined || !isJsonObject(property)) return [name, property];
      // What is said at the property goes before what is said about the constant that it names.
      return [name, this.schema(annotate(property, found.comment), this.#source.chain(found.value))];
    });
    return { ...schema, properties: jsonObject(described) };
  }

  #item(schema: JsonObject, keyword: string, calls: readonly SchemaCall[]): JsonObject {
    const item = member(schema, keyword);
    return isJsonObject(item) ? { ...schema, [keyword]: this.schema(item, calls) } : schema;
  }

  #list(schema: JsonObject, keyword: string, chains: readonly (readonly SchemaCall[])[]): JsonObject {
    const items = member(schema, keyword);
    if (!isJsonArray(items)) return schema;
    const described = items.map((item, index) => (isJsonObject(item) ? this.schema(item, chains[index] ?? []) : item));
    return { ...schema, [keyword]: described };
  }

  #chainOf(place: Node | undefined): readonly SchemaCall[] {
    return place === undefined ? [] : this.#source.chain(place);
  }

  #chainsIn(list: Node | undefined): (readonly SchemaCall[])[] {
    return list === undefined ? [] : this.#source.elements(list).map((place) => this.#source.chain(place));
  }
}
