/** What generated validators use beside zod. */
import {
  bigInteger,
  itemCount,
  maxCodePoints,
  minCodePoints,
  not,
  ownMembers,
  patternProperties,
  propertyCount,
  uniqueItems,
} from "@openenv/core/codegen/v1";
import { describe, expect, test } from "bun:test";
import { z } from "zod";

function accepted(schema: z.ZodType, ...values: unknown[]): unknown[] {
  return values.filter((value) => schema.safeParse(value).success);
}

test("not refuses what the schema accepts", () => {
  expect(accepted(z.unknown().check(not(z.string())), "a", 1, null)).toEqual([1, null]);
});

test("uniqueItems compares values, not references, whatever the order of keys", () => {
  const schema = z.array(z.unknown()).check(uniqueItems());
  const unique = [[], [1, "1"], [{ a: 1 }, { a: 2 }], [[1], [1, 1]], [null, false]];
  const double = [
    [1, 1],
    [
      { a: 1, b: [2] },
      { b: [2], a: 1 },
    ],
    [2n, 2],
    [[1, 2], [3], [1, 2]],
  ];
  expect(accepted(schema, ...unique, ...double)).toEqual(unique);
});

test("counts of items and of members have both limits", () => {
  const pair = z.tuple([z.int().optional()]).rest(z.int()).check(itemCount(2, 3));
  expect(accepted(pair, [1], [1, 2], [1, 2, 3], [1, 2, 3, 4])).toEqual([
    [1, 2],
    [1, 2, 3],
  ]);
  expect(accepted(z.looseObject({}).check(propertyCount(1)), {}, { a: 1 })).toEqual([{ a: 1 }]);
});

describe("patternProperties", () => {
  const schema = z.looseObject({ id: z.string() }).check(patternProperties([[/^x-/, z.int()]], ["id"], z.boolean()));

  test("checks matching members, and all others against the rest", () => {
    expect(accepted(schema, { id: "a", "x-b": 1, other: true })).toHaveLength(1);
    expect(accepted(schema, { id: "a", "x-b": "1" }, { id: "a", other: 1 }, { "x-b": 1 })).toEqual([]);
  });

  test("says where it found what", () => {
    const { error } = schema.safeParse({ id: "a", "x-b": "1" });
    expect(error?.issues.map(({ code, path }) => ({ code, path }))).toEqual([{ code: "invalid_type", path: ["x-b"] }]);
  });

  test("without a rest, other members pass", () => {
    const open = z.looseObject({}).check(patternProperties([[/^x-/, z.int()]]));
    expect(accepted(open, { a: "b" }, { "x-a": "b" })).toEqual([{ a: "b" }]);
  });
});

describe("ownMembers (CG-23)", () => {
  const schema = ownMembers(z.strictObject({ constructor: z.string().optional(), a: z.int().optional() }));

  test("does not take an inherited member for one of the object", () => {
    expect(schema.parse({ a: 1 })).toEqual({ a: 1 } as never);
    expect(schema.safeParse({ constructor: 1 }).success).toBe(false);
    expect(schema.safeParse({ toString: "x" }).success).toBe(false);
  });

  test("leaves what is no object to the schema", () => {
    for (const value of [null, 1, "a", [], undefined]) {
      expect(schema.safeParse(value).error?.issues.map(({ code, path }) => ({ code, path }))).toEqual([
        { code: "invalid_type", path: [] },
      ]);
    }
  });

  test("reads and writes __proto__ as a member like any other, and pollutes nothing", () => {
    const withProto = ownMembers(z.strictObject({ a: z.int() }), z.strictObject({ polluted: z.boolean() }).optional());
    const read = withProto.parse(JSON.parse('{"a":1,"__proto__":{"polluted":true}}'));
    expect(Object.getOwnPropertyDescriptor(read, "__proto__")?.value).toEqual({ polluted: true });
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(withProto.safeParse(JSON.parse('{"a":1,"__proto__":5}')).success).toBe(false);
    expect(Object.keys(withProto.parse({ a: 1 }))).toEqual(["a"]);
  });

  test("an object without such a property refuses __proto__ when it is closed (CG-25)", () => {
    expect(schema.safeParse(JSON.parse('{"a":1,"__proto__":{}}')).success).toBe(false);
  });
});

test("lengths count code points", () => {
  expect(accepted(z.string().check(maxCodePoints(2)), "ab", "🙂🙂", "abc", "🙂🙂🙂")).toEqual(["ab", "🙂🙂"]);
  expect(accepted(z.string().check(minCodePoints(2)), "🙂", "🙂🙂", "a", "ab")).toEqual(["🙂🙂", "ab"]);
});

test("a big integer is a bigint, or a number that has lost no digits", () => {
  expect(bigInteger().parse(7)).toBe(7n);
  expect(bigInteger().parse(2n ** 64n)).toBe(2n ** 64n);
  expect(accepted(bigInteger(), 2 ** 53, 1.5, "1", null)).toEqual([]);
});
