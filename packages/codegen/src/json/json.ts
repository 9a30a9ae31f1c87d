/**
 * JSON values as this package passes them around. Integers that a `number` would round are `bigint`.
 */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isJsonArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The member of that name that the object itself has: a schema may well name a property `constructor`. */
export function member(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Sets a member, `__proto__` included. */
export function setMember(object: Record<string, Json>, key: string, value: Json): void {
  // Only this one would be taken for something else, and a definition costs ten times an assignment.
  if (key !== "__proto__") object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

/** An object of these members. */
export function jsonObject(entries: Iterable<readonly [string, Json]>): JsonObject {
  const object: Record<string, Json> = {};
  for (const [key, value] of entries) setMember(object, key, value);
  return object;
}

/** The same value with the keys of its objects sorted. */
export function sortKeys(value: Json): Json {
  if (isJsonArray(value)) return value.map(sortKeys);
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value).toSorted();
  return jsonObject(keys.map((key) => [key, sortKeys(value[key] ?? null)] as const));
}

/** Whether two values are the same JSON, whatever the order of their keys. */
export function sameJson(a: Json, b: Json): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

/** The one text of a value: no spaces, keys sorted by UTF-16 unit, numbers as JavaScript writes them. */
export function canonicalJson(value: Json): string {
  if (typeof value === "bigint") return value.toString();
  if (isJsonArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
  return `{${members.join(",")}}`;
}
