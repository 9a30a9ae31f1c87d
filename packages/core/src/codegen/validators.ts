/**
 * Validators that JSON Schema has and zod has not, for generated code.
 */
import { z } from "zod";

/**
 * An integer of any size, read as `bigint`. A caller may also give a safe `number`; one beyond ±(2^53 − 1) is refused,
 * since it has lost digits already.
 */
export function bigInteger(): z.ZodType<bigint, bigint | number> {
  return z.union([z.bigint(), z.int().transform(BigInt)]);
}

/** At most `limit` characters, counted as JSON Schema and Python count: code points, not UTF-16 units. */
export function maxCodePoints(limit: number): z.core.$ZodCheck<string> {
  // UTF-16 units are never fewer, so most strings need no counting.
  const fits = (text: string): boolean => text.length <= limit || countCodePoints(text) <= limit;
  return tellLimit(z.refine(fits, { params: { code: "too_big", maximum: limit } }), "maximum", limit);
}

/** At least `limit` characters, counted in code points. */
export function minCodePoints(limit: number): z.core.$ZodCheck<string> {
  const fits = (text: string): boolean => text.length >= limit && countCodePoints(text) >= limit;
  return tellLimit(z.refine(fits, { params: { code: "too_small", minimum: limit } }), "minimum", limit);
}

/** So that `z.toJSONSchema` says `minLength` and `maxLength`: zod collects there what checks tell of a string. */
function tellLimit<T>(check: z.core.$ZodCheck<T>, name: "minimum" | "maximum", limit: number): z.core.$ZodCheck<T> {
  // oxlint-disable-next-line no-underscore-dangle
  check._zod.onattach.push(({ _zod: { bag } }) => (bag[name] = limit));
  return check;
}

function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
