/** Values near to given ones: an arbitrary for fast-check that takes a value and changes some of its parts. */
import * as fc from "fast-check";
import { isJsonArray, isJsonObject, jsonObject, type Json } from "../../src/json/json.ts";

type Change = readonly [place: number, operation: number, other: Json];

const LEAVES: readonly Json[] = [null, true, false, 0, 1, -1, 2, 0.5, 1e9, -1e-9, "", "a", "0", "🙂", "a\n", [], {}];
const NAMES = ["a", "x-y", "constructor", "toString", "größe", "", "1st"];

/** @param seeds values to start from, of which parts are put into each other too */
export function near(seeds: readonly Json[]): fc.Arbitrary<Json> {
  const parts = seeds.flatMap(partsOf);
  const other = fc.constantFrom(...LEAVES, ...parts);
  const change: fc.Arbitrary<Change> = fc.tuple(fc.nat(), fc.nat(), other);
  return fc
    .tuple(fc.constantFrom(...seeds), fc.array(change, { maxLength: 3 }))
    .map(([seed, changes]) => changes.reduce(mutate, seed));
}

function mutate(value: Json, [place, operation, other]: Change): Json {
  const places = partsOf(value).length;
  return at(value, place % places, (part) => changed(part, operation, other));
}

/** The value and everything within it, in the order in which {@link at} counts. */
export function partsOf(value: Json): Json[] {
  if (isJsonArray(value)) return [value, ...value.flatMap(partsOf)];
  return isJsonObject(value) ? [value, ...Object.values(value).flatMap(partsOf)] : [value];
}

function at(value: Json, place: number, change: (part: Json) => Json): Json {
  if (place === 0) return change(value);
  let next = place - 1;
  const within = (item: Json): Json => {
    const count = partsOf(item).length;
    const here = next >= 0 && next < count ? at(item, next, change) : item;
    next -= count;
    return here;
  };
  if (isJsonArray(value)) return value.map(within);
  return isJsonObject(value)
    ? jsonObject(Object.entries(value).map(([key, item]) => [key, within(item)] as const))
    : value;
}

function changed(part: Json, operation: number, other: Json): Json {
  const pick = operation % 4;
  if (pick === 0) return other;
  if (typeof part === "number") return [part + 1, part - 1, part * 10, part + 0.5][operation % 3] ?? other;
  if (typeof part === "string") return [`${part}🙂`, part.slice(1), part.toUpperCase()][operation % 3] ?? other;
  if (isJsonArray(part)) {
    const [first = other] = part;
    return [[...part, first], [...part, other], part.slice(1)][operation % 3] ?? other;
  }
  if (!isJsonObject(part)) return other;
  const entries = Object.entries(part);
  const name = NAMES[operation % NAMES.length] ?? "a";
  const index = entries.length === 0 ? 0 : operation % entries.length;
  return pick === 1 ? jsonObject(entries.filter((_, at) => at !== index)) : jsonObject([...entries, [name, other]]);
}
