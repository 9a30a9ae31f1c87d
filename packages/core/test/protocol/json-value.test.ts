import { expect, test } from "bun:test";

import { SerializationError } from "../../src/errors/local-errors.ts";
import { toJsonValue } from "../../src/protocol/json-value.ts";

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { value };
  return value;
}

test("each kind of value has one form", () => {
  const date = new Date(0);
  class Point {
    x = 1;
    get y(): number {
      return 2;
    }
  }
  const forms: [unknown, unknown][] = [
    [new Map<unknown, unknown>([["a", new Map([[1, null]])]]), { a: { 1: null } }],
    [new Set([1, new Set(["a"])]), [1, ["a"]]],
    [new Uint8Array([0, 255]), "AP8="],
    [new Uint8Array([0, 255]).buffer, "AP8="],
    [new DataView(new Uint8Array([1, 0, 255]).buffer, 1), "AP8="],
    [new Float64Array([0.5, 2]), [0.5, 2]],
    [new BigInt64Array([5n]), [5n]],
    [date, "1970-01-01T00:00:00.000Z"],
    [new Date(Number.NaN), null],
    [new URL("http://a/"), "http://a/"],
    [{ toJSON: () => date }, "1970-01-01T00:00:00.000Z"],
    [new Point(), { x: 1 }],
    [{ a: undefined, b: null }, { b: null }],
    [
      [undefined, 1n, Number.NaN],
      [undefined, 1n, Number.NaN],
    ],
    [Object.assign(Object.create(null) as object, { a: 1 }), { a: 1 }],
  ];
  for (const [value, form] of forms) expect(toJsonValue(value)).toEqual(form);
});

test("a large array of bytes is written whole", () => {
  const bytes = new Uint8Array(200_000).map((_, index) => index);
  expect(toJsonValue(bytes)).toBe(Buffer.from(bytes).toString("base64"));
});

test("keys such as __proto__ stay keys", () => {
  const value = toJsonValue(JSON.parse('{"__proto__":{"a":1},"constructor":2}')) as object;
  expect(Object.keys(value)).toEqual(["__proto__", "constructor"]);
  expect(toJsonValue(new Map([["__proto__", 1]]))).toEqual(JSON.parse('{"__proto__":1}'));
  expect(({} as { a?: number }).a).toBeUndefined();
});

test("what JSON cannot hold is refused with its place", () => {
  const cycle: Record<string, unknown> = { list: [] };
  (cycle["list"] as unknown[]).push({ back: cycle });
  const refused: [unknown, RegExp][] = [
    [{ a: [() => {}] }, /^metadata\.a\[0\] is a function/],
    [new Map([["k", Symbol("s")]]), /^metadata\.k is a symbol/],
    [cycle, /^metadata\.list\[0\]\.back refers back/],
    [{ toJSON: () => () => {} }, /^metadata is a function/],
  ];
  for (const [value, message] of refused) {
    expect(() => toJsonValue(value, "metadata")).toThrow(SerializationError);
    expect(() => toJsonValue(value, "metadata")).toThrow(message);
  }
});

test("the same object in two places is no cycle", () => {
  const shared = { a: 1 };
  expect(toJsonValue({ one: shared, two: [shared, shared] })).toEqual({ one: { a: 1 }, two: [{ a: 1 }, { a: 1 }] });
});

test("a thousand levels are taken, one more is refused, and a million cost no more", () => {
  expect(() => toJsonValue(nested(1000))).not.toThrow();
  for (const depth of [1001, 1_000_000])
    expect(() => toJsonValue(nested(depth))).toThrow(/nested more than 1000 levels/);
});

test("many objects far down take time for each, not for each and all above it", () => {
  const wide = Array.from({ length: 100_000 }, () => ({}));
  let deep: unknown = wide;
  for (let level = 0; level < 990; level += 1) deep = [deep];
  expect(toJsonValue(deep)).toEqual(deep);
});
