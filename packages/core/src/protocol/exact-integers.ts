/**
 * The integers that JSON leaves undecided. `10000000000000000` may be the integer 10^16 or how JavaScript writes the
 * float 1e16; {@link parseJson} gives a `number` where that loses no digit, and only a schema can tell which was meant.
 */
import type { z } from "zod";

type Path = readonly PropertyKey[];

/**
 * Gives a copy of what came from the wire with a `bigint` in place of each `number` beyond 2^53 that its schema refused,
 * or `undefined` when there is none. To be parsed again; what else was wrong still is. Runs only after a failure.
 */
export function withExactIntegers<T>(value: T, error: z.core.$ZodError): T | undefined {
  const found = placesOf(error.issues, [])
    .map((path) => ({ path, number: valueAt(value, path) }))
    .filter(({ number }) => isUndecided(number));
  if (found.length === 0) return undefined;
  const copy = structuredClone(value);
  for (const { path, number } of found) {
    const holder = valueAt(copy, path.slice(0, -1));
    const key = path.at(-1);
    // Its decimal digits, which are the ones on the wire; `BigInt(number)` would give those of the binary value.
    if (key !== undefined && isHolder(holder)) holder[key] = BigInt(String(number));
  }
  return copy;
}

/** From 10^21 on JavaScript writes an exponent, so such a `number` was written as a float. */
function isUndecided(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(Number(value)) < 1e21;
}

function placesOf(issues: readonly z.core.$ZodIssue[], above: Path): Path[] {
  return issues.flatMap((issue) => {
    const path = [...above, ...issue.path];
    if (issue.code !== "invalid_union") return [path];
    return [path, ...issue.errors.flatMap((errors) => placesOf(errors, path))];
  });
}

function valueAt(value: unknown, path: Path): unknown {
  let current = value;
  for (const key of path) {
    if (!isHolder(current) || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return current;
}

function isHolder(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === "object" && value !== null;
}
