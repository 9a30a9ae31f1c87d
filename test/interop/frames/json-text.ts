/** JSON as text, so that `1.0`, `1e3`, integers of any size and a key that stands twice can be told apart. */
import * as fc from "fast-check";

/** Any JSON string; a lone surrogate now and then. */
export const stringText: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 4, arbitrary: fc.string({ maxLength: 12 }) },
    { weight: 4, arbitrary: fc.string({ unit: "grapheme", maxLength: 12 }) },
    { weight: 2, arbitrary: fc.constantFrom("", "5", "2.5", "true") },
    { weight: 1, arbitrary: fc.constantFrom("\ud800", "a\udfffb") },
  )
  .map((text) => JSON.stringify(text));

export const integerText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -20, max: 20 }).map(String) },
  { weight: 1, arbitrary: fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }).map(String) },
);

export const numberText: fc.Arbitrary<string> = fc.oneof(
  integerText,
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.constantFrom("1.0", "-0", "-0.0", "1e3", "2.5E-3", "1e400", "0.1", "9007199254740993", "10000000000000000"),
);

/** What Python's JSON has and JSON has not. */
const notJson = fc.constantFrom("NaN", "Infinity", "-Infinity");

const key = fc.oneof(
  fc.constantFrom("type", "data", "metadata", "x", "kind", "__proto__", "constructor", "toString"),
  fc.string({ maxLength: 6 }),
);

/** Any JSON value of at most three levels. */
export const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", maxDepth: 3, withCrossShrink: true },
    { weight: 4, arbitrary: fc.constantFrom("null", "true", "false") },
    { weight: 8, arbitrary: numberText },
    { weight: 1, arbitrary: notJson },
    { weight: 8, arbitrary: stringText },
    { weight: 4, arbitrary: fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items.join(",")}]`) },
    { weight: 4, arbitrary: fc.array(fc.tuple(key, tie("value")), { maxLength: 3 }).map(objectText) },
  ),
})).value;

/** Writes an object; members may stand twice. */
export function objectText(members: readonly (readonly [key: string, value: string])[]): string {
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`;
}
