import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { z } from "zod";

import { bigInteger } from "../../src/codegen/validators.ts";
import { withExactIntegers } from "../../src/protocol/exact-integers.ts";
import { parseJson, stringifyJson } from "../../src/protocol/json.ts";

/** As a reader of the wire does it. */
function read<T extends z.ZodType>(schema: T, value: unknown): z.ZodSafeParseResult<z.infer<T>> {
  const result = schema.safeParse(value);
  if (result.success) return result;
  const exact = withExactIntegers(value, result.error);
  return exact === undefined ? result : schema.safeParse(exact);
}

test("every integer survives the wire where the schema has a bigint", () => {
  const schema = z.object({ list: z.array(bigInteger()) });
  const roundAsFloats = fc.integer({ min: 0, max: 30 }).map((exponent) => 10n ** BigInt(exponent));
  const integers = fc.oneof(fc.bigInt(), roundAsFloats, fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n }));
  fc.assert(
    fc.property(fc.array(integers), (list) => {
      expect(read(schema, parseJson(stringifyJson({ list }))).data).toEqual({ list });
    }),
    { numRuns: 1000 },
  );
});

test("a float stays a float, and an integer that is no bigint stays refused", () => {
  const schema = z.object({ ratio: z.number(), whole: z.int().optional(), big: bigInteger().optional() });
  expect(read(schema, parseJson('{"ratio":10000000000000000,"big":10000000000000000}')).data).toEqual({
    ratio: 1e16,
    big: 10n ** 16n,
  });
  expect(read(schema, parseJson('{"ratio":1,"whole":10000000000000000}')).success).toBe(false);
});

test("what was written with an exponent is a float: 1e21 and beyond", () => {
  const schema = z.object({ big: bigInteger(), whole: z.int().optional() });
  expect(read(schema, parseJson('{"big":1e21}')).success).toBe(false);
  expect(read(schema, parseJson('{"big":1,"whole":-1.5e300}')).success).toBe(false);
  expect(read(schema, parseJson('{"big":1000000000000000000000}')).data).toEqual({ big: 10n ** 21n });
});

test("it is found inside unions and lists, and what else is wrong stays wrong", () => {
  const schema = z.union([z.object({ deep: z.tuple([z.string(), bigInteger()]) }), z.object({ other: z.string() })]);
  expect(read(schema, { deep: ["a", 1e16] }).data).toEqual({ deep: ["a", 10n ** 16n] });
  expect(read(schema, { deep: [1, 1e16] }).success).toBe(false);
  expect(withExactIntegers({ a: "x" }, new z.ZodError([]))).toBeUndefined();
});

test("the value that was given is left as it was", () => {
  const schema = z.object({ big: bigInteger() });
  const given = { big: 1e16 };
  expect(read(schema, given).success).toBe(true);
  expect(given).toEqual({ big: 1e16 });
});
