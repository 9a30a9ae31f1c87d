/**
 * Lets `NaN` and infinities through a validator that expects numbers: on the wire they are `null` (PROTOCOL §2.6), as
 * they are when a Python environment makes them.
 */
import type { z } from "zod";

import { isJsonObject } from "../protocol/client-message.ts";

/**
 * Parses again with zeros in place of the numbers that are not finite, and puts these back afterwards. Gives
 * `undefined` when anything else is wrong. Runs only after a failure.
 */
export function parseWithNonFinite(schema: z.ZodType, value: unknown, error: z.core.$ZodError): unknown {
  const places = error.issues.map((issue) => ({ path: issue.path, number: valueAt(value, issue.path) }));
  if (!places.every(({ number }) => typeof number === "number" && !Number.isFinite(number))) return undefined;
  const copy: unknown = structuredClone(value);
  for (const { path } of places) setAt(copy, path, 0);
  const result = schema.safeParse(copy);
  if (!result.success) return undefined;
  for (const { path, number } of places) setAt(result.data, path, number);
  return result.data;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const key of path) {
    if (!isJsonObject(current) && !Array.isArray(current)) return undefined;
    current = (current as Record<PropertyKey, unknown>)[key];
  }
  return current;
}

function setAt(value: unknown, path: readonly PropertyKey[], number: unknown): void {
  const holder = valueAt(value, path.slice(0, -1));
  const key = path.at(-1);
  if (key !== undefined && typeof holder === "object" && holder !== null) {
    (holder as Record<PropertyKey, unknown>)[key] = number;
  }
}
