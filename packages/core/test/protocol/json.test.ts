import { expect, test } from "bun:test";
import * as fc from "fast-check";

import { SerializationError } from "../../src/errors/local-errors.ts";
import { parseJson, stringifyJson } from "../../src/protocol/json.ts";

/** Strings that look like what the slow way marks values with, or that a careless reader would take for numbers. */
const hostileText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
  fc.constantFrom("\u0000", "\u0000n1", "\u0000s", "\u0000n", "\\u0000n1", '"\\u0000n1"', "9007199254740993"),
  fc.constantFrom(" 12345678901234567890", ":12345678901234567", '\\"', "\\", "__proto__", "\u2028", "\ud83d\ude00"),
);
const wellFormedText = hostileText.map((text) => text.toWellFormed());

/** Any value that JSON has a form for, and integers of any size. */
const { tree: anyValue } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number)),
    fc.integer(),
    wellFormedText,
    fc.bigInt({ min: 10n ** 21n }),
    fc.bigInt({ max: -(10n ** 21n) }),
    fc.array(tie("tree"), { maxLength: 5 }),
    fc.array(fc.tuple(wellFormedText, tie("tree")), { maxLength: 5 }).map((entries) => {
      return Object.fromEntries(entries);
    }),
  ),
}));

test("what is written is read back as it was", () => {
  fc.assert(
    fc.property(anyValue, (value) => {
      expect(parseJson(stringifyJson(value))).toEqual(value);
    }),
    { numRuns: 2000 },
  );
});

test("text without large integers is read as JSON.parse reads it, and written as JSON.stringify writes it", () => {
  const plain = fc.jsonValue({ stringUnit: "grapheme" });
  fc.assert(
    fc.property(plain, fc.constantFrom(undefined, 2, "\t"), (value, space) => {
      const text = JSON.stringify(value, null, space);
      expect(parseJson(text)).toEqual(JSON.parse(text));
      expect(stringifyJson(value)).toBe(JSON.stringify(value));
    }),
    { numRuns: 2000 },
  );
});

test("text that JSON.parse refuses is refused, with a large integer in it or not", () => {
  const fragments = fc.constantFrom(
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    '"',
    "\\",
    " 12345678901234567890",
    "-",
    "0",
    ".",
    "e",
    "a",
  );
  fc.assert(
    fc.property(fc.array(fragments, { minLength: 1, maxLength: 12 }), (parts) => {
      const text = parts.join("");
      const refused = ((): boolean => {
        try {
          JSON.parse(text);
          return false;
        } catch {
          return true;
        }
      })();
      if (refused) expect(() => parseJson(text)).toThrow(SyntaxError);
      else parseJson(text);
    }),
    { numRuns: 5000 },
  );
});

test("an integer keeps its digits: as a number where it can, as a bigint where it must", () => {
  const integers = fc.oneof(
    fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
    fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n }),
  );
  fc.assert(
    fc.property(integers, fc.constantFrom("", " ", "\n"), (integer, space) => {
      const [first, second] = parseJson(`[${space}${integer},{"a":${space}${integer}}]`) as [unknown, { a: unknown }];
      expect(String(first)).toBe(String(integer));
      expect(second.a).toBe(first);
      expect(parseJson(`${integer}`)).toBe(first);
      expect(typeof first).toBe(String(Number(integer)) === String(integer) ? "number" : "bigint");
    }),
    { numRuns: 1000 },
  );
  expect(parseJson("[9007199254740993, 10000000000000000, -0, 1234567890123456]")).toEqual([
    9_007_199_254_740_993n,
    10_000_000_000_000_000,
    -0,
    1_234_567_890_123_456,
  ]);
});

test("fractions and exponents are numbers, however many digits they have", () => {
  const texts = ["0.30000000000000000000004", "12345678901234567890.5", "12345678901234567890e1", "-1E400", "1e-400"];
  for (const text of texts)
    expect(parseJson(`[ ${text}, 9007199254740993 ]`)).toEqual([Number(text), 9_007_199_254_740_993n]);
});

test("a number is never a key, also beside a large integer", () => {
  for (const text of ["{ 12345678901234567890:1}", '{"a": 12345678901234567890, 12345678901234567890:1}']) {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  }
});

test("an integer of 4300 digits is read, a longer one refused", () => {
  expect(parseJson(`[${"9".repeat(4300)}]`)).toEqual([10n ** 4300n - 1n]);
  expect(() => parseJson(`[${"9".repeat(4301)}]`)).toThrow(/4300 digits/);
});

test("__proto__ is a key like any other, also when read the slow way", () => {
  const value = parseJson('{"__proto__": {"polluted": 9007199254740993}, "a": "\\u0000n1"}') as object;
  expect(Object.keys(value)).toEqual(["__proto__", "a"]);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(stringifyJson(value)).toBe('{"__proto__":{"polluted":9007199254740993},"a":"\\u0000n1"}');
});

test("whatever a string holds, what is written is well-formed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (key, text) => {
      for (const value of [{ [key]: text }, { [key]: text, big: 2n ** 64n }]) {
        const written = stringifyJson(value);
        expect(written.isWellFormed()).toBe(true);
        expect(written).not.toMatch(/(?<!\\)(?:\\\\)*\\ud[89a-f]/);
        const read = JSON.parse(written) as Record<string, unknown>;
        expect(read[key.toWellFormed()]).toBe(text.toWellFormed());
      }
    }),
    { numRuns: 2000 },
  );
});

test("what JSON has no form for is a SerializationError, and numbers that are not finite are null", () => {
  const cycle: Record<string, unknown> = {};
  cycle["self"] = cycle;
  for (const value of [cycle, { cycle, big: 1n }, undefined, () => {}, Symbol("s")]) {
    expect(() => stringifyJson(value)).toThrow(SerializationError);
  }
  expect(stringifyJson([Number.NaN, Number.NEGATIVE_INFINITY, undefined])).toBe("[null,null,null]");
  expect(stringifyJson({ a: undefined, b: 1n })).toBe('{"b":1}');
});

test("many quotes in broken text, and many escapes in a large one, take no time to speak of", () => {
  const quotes = `[ 12345678901234567890, "${'\\"'.repeat(1_000_000)}`;
  expect(() => parseJson(quotes)).toThrow(SyntaxError);
  expect(parseJson(`${quotes}"]`)).toEqual([12_345_678_901_234_567_890n, '"'.repeat(1_000_000)]);
});
