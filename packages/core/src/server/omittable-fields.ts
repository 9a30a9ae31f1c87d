/**
 * Which fields of an observation may be left out of what is sent: those that its schema does not require, so that it
 * still fits without them.
 */
import { isJsonObject } from "../protocol/client-message.ts";
import type { JsonObject } from "../types.ts";

/** They travel beside the observation, or are always there. */
const BASE_FIELDS: ReadonlySet<string> = new Set(["reward", "done", "metadata"]);

export class OmittableFields {
  readonly #objects: readonly JsonObject[];

  /** @param observation the published JSON Schema */
  constructor(observation: JsonObject) {
    this.#objects = objectsOf(observation, observation, new Set());
  }

  /** Why a field cannot be left out; `undefined` when it can. */
  problemOf(field: string): string | undefined {
    if (BASE_FIELDS.has(field)) return `"${field}" is part of every answer and cannot be left out.`;
    if (this.#objects.some(({ required }) => Array.isArray(required) && required.includes(field))) {
      return `"${field}" is required by the observation's schema and cannot be left out.`;
    }
    const known = this.#objects.some(
      ({ properties, additionalProperties }) =>
        additionalProperties !== false || (isJsonObject(properties) && Object.hasOwn(properties, field)),
    );
    return known ? undefined : `The observation has no field "${field}".`;
  }
}

/** The object schemas that an observation may be one of, or has to fit together. */
function objectsOf(schema: unknown, root: JsonObject, seen: Set<unknown>): JsonObject[] {
  if (!isJsonObject(schema) || seen.has(schema)) return [];
  seen.add(schema);
  const parts = [schema.anyOf, schema.oneOf, schema.allOf].filter((part) => Array.isArray(part)).flat() as unknown[];
  if (typeof schema.$ref === "string") parts.push(definitionOf(schema.$ref, root));
  const below = parts.flatMap((part) => objectsOf(part, root, seen));
  return isJsonObject(schema.properties) || below.length === 0 ? [schema, ...below] : below;
}

function definitionOf(reference: string, root: JsonObject): unknown {
  const [, name = ""] = /^#\/\$defs\/([^/]+)$/.exec(reference) ?? [];
  return isJsonObject(root.$defs) ? root.$defs[name] : undefined;
}
