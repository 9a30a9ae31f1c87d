/**
 * Whether a server has the schemas that a client was generated from: compares what `/schema` answers with the manifest.
 */
import { SchemaMismatchError } from "../errors/local-errors.ts";
import { isJsonObject } from "../protocol/client-message.ts";
import type { EnvManifest } from "../types.ts";
import type { Flow } from "./flow.ts";
import { type HttpAnswer, objectIn } from "./http-question.ts";
import type { Ask } from "./task-routes.ts";

/** How many places an error names. */
const MOST_PLACES = 5;

/** @throws SchemaMismatchError, and what asking may throw */
export function* checkSchemas(ask: Ask, url: string, manifest: EnvManifest): Flow<void> {
  const { action, observation, state } = objectIn((yield ask({ url })) as HttpAnswer, url, "schemas");
  const places = differences(manifest.jsonSchema, { action, observation, state }, "#");
  if (places.length > 0) throw mismatch(manifest, places);
}

function mismatch({ name, schemaHash }: EnvManifest, places: readonly string[]): SchemaMismatchError {
  const more = places.length > MOST_PLACES ? ` and ${places.length - MOST_PLACES} more places` : "";
  return new SchemaMismatchError(
    `The server's schemas are not those that this client of ${name} was generated from: they differ at ` +
      `${places.slice(0, MOST_PLACES).join(", ")}${more}. Generate the client anew, or connect to a server of its version.`,
    { details: { places, schemaHash } },
  );
}

/** Pointers to where two schemas differ. Descriptions are prose, and the order of keys says nothing. */
function differences(own: unknown, served: unknown, place: string): string[] {
  if (Array.isArray(own) && Array.isArray(served) && own.length === served.length) {
    return own.flatMap((item, index) => differences(item, served[index], `${place}/${index}`));
  }
  if (!isJsonObject(own) || !isJsonObject(served)) return sameValue(own, served) ? [] : [place];
  const keys = new Set([...Object.keys(own), ...Object.keys(served)]);
  return [...keys].flatMap((key) => {
    const [mine, theirs] = [member(own, key), member(served, key)];
    if (key === "description" && [mine, theirs].every((text) => text === undefined || typeof text === "string")) {
      return [];
    }
    return differences(mine, theirs, `${place}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  });
}

/** The reader of `/schema` counts with numbers, so an integer that they round is taken for what it is rounded to. */
function sameValue(own: unknown, served: unknown): boolean {
  return typeof own === "bigint" ? Number(own) === served : Object.is(own, served) || own === served;
}

function member(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
