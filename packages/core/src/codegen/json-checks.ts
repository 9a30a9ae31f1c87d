/**
 * What JSON Schema can say about a value and zod cannot, for generated code. Checks only: they change no value.
 */
import { z } from "zod";

import { raiseIssues } from "./raise-issues.ts";

/** Refuses what a schema accepts: the keyword `not`. */
export function not(schema: z.ZodType): z.core.$ZodCheck<unknown> {
  return check((value) => !schema.safeParse(value).success);
}

/** Refuses a list in which two items are the same JSON value. */
export function uniqueItems(): z.core.$ZodCheck<readonly unknown[]> {
  return check((items) => new Set(items.map(identity)).size === items.length);
}

/** From `least` to `most` items, for lists whose zod schema has no such limit: tuples. */
export function itemCount(least: number, most: number = Infinity): z.core.$ZodCheck<readonly unknown[]> {
  return check((items) => items.length >= least && items.length <= most);
}

/** From `least` to `most` members. */
export function propertyCount(least: number, most: number = Infinity): z.core.$ZodCheck<object> {
  return check((value) => {
    const count = Object.keys(value).length;
    return count >= least && count <= most;
  });
}

/**
 * What members must hold whose keys match a pattern.
 *
 * @param others what all further members must hold: those that `named` does not list and no pattern matches
 */
export function patternProperties(
  patterns: readonly (readonly [pattern: RegExp, schema: z.ZodType])[],
  named: readonly string[] = [],
  others?: z.ZodType,
): z.core.$ZodCheck<object> {
  const known = new Set(named);
  return z.superRefine<object>((value, context) => {
    for (const [key, item] of Object.entries(value)) {
      const matching = patterns.filter(([pattern]) => pattern.test(key)).map(([, schema]) => schema);
      if (matching.length === 0 && others !== undefined && !known.has(key)) matching.push(others);
      for (const schema of matching) {
        raiseIssues(schema.safeParse(item).error, context, item, key);
      }
    }
  });
}

function check<T>(accepts: (value: T) => boolean): z.core.$ZodCheck<T> {
  return z.refine(accepts);
}

/** The same text for the same JSON value, whatever the order of its keys. */
function identity(value: unknown): string {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return `[${value.map(identity).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${identity(item)}`);
  return `{${members.toSorted().join(",")}}`;
}
