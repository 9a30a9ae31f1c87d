/** Beside what Pydantic 2.14.4 made of the same input (`TypeAdapter(int)`, `TypeAdapter(float)`, lax mode). */
import { expect, test } from "bun:test";

import { type Coerced, coerceInteger, coerceNumber } from "../../src/protocol/coerce.ts";

const table: readonly (readonly [input: unknown, asInteger: number | string, asNumber: number | string])[] = [
  [7, 7, 7],
  [true, 1, 1],
  [false, 0, 0],
  ["7", 7, 7],
  [" 7 ", 7, 7],
  ["\n7", 7, 7],
  ["+7", 7, 7],
  [" +7", 7, 7],
  ["-7", -7, -7],
  ["7.0", 7, 7],
  ["7.00", 7, 7],
  ["7.", "int_parsing", 7],
  [".5", "int_parsing", 0.5],
  ["0007", 7, 7],
  ["1_000", 1000, 1000],
  ["1_000.0", 1000, 1000],
  ["7_0.0", 70, 70],
  ["1_0.5", "int_parsing", 10.5],
  ["7.0_0", "int_parsing", 7],
  ["1__0", "int_parsing", "float_parsing"],
  ["_1", "int_parsing", "float_parsing"],
  ["1_", "int_parsing", "float_parsing"],
  ["7.5", "int_parsing", 7.5],
  ["1e3", "int_parsing", 1000],
  ["1E3", "int_parsing", 1000],
  ["7.0e0", "int_parsing", 7],
  ["0x10", "int_parsing", "float_parsing"],
  ["", "int_parsing", "float_parsing"],
  [" ", "int_parsing", "float_parsing"],
  ["abc", "int_parsing", "float_parsing"],
  ["1,000", "int_parsing", "float_parsing"],
  ["7 0", "int_parsing", "float_parsing"],
  ["--7", "int_parsing", "float_parsing"],
  ["+ 7", "int_parsing", "float_parsing"],
  ["٧", "int_parsing", "float_parsing"],
  [7.5, "int_from_float", 7.5],
  [1e20, "int_parsing_size", 1e20],
  [null, "int_type", "float_type"],
  [[], "int_type", "float_type"],
  [{}, "int_type", "float_type"],
];

const outcome = (coerced: Coerced<number>): number | string =>
  "value" in coerced ? coerced.value : coerced.issue.type;

test("integers and numbers are coerced as Pydantic coerces them", () => {
  for (const [input, asInteger, asNumber] of table) {
    const [integer, number] = [outcome(coerceInteger(input, ["seed"])), outcome(coerceNumber(input, ["timeout_s"]))];
    expect([input, integer, number]).toEqual([input, asInteger, asNumber]);
  }
});

test("an integer has no negative zero", () => {
  for (const input of [-0, "-0", "-0.0"]) expect(Object.is(outcome(coerceInteger(input, [])), 0)).toBe(true);
});

test("what would be rounded is refused, where Python would keep it", () => {
  for (const input of [9_007_199_254_740_993n, "9007199254740993", 2 ** 53, -(2 ** 53)]) {
    expect(outcome(coerceInteger(input, []))).toBe("int_parsing_size");
  }
  expect(outcome(coerceInteger(Number.MAX_SAFE_INTEGER, []))).toBe(Number.MAX_SAFE_INTEGER);
});

test("a refusal has the place and the input", () => {
  const refused = coerceInteger(7.5, ["body", "seed"]);
  expect(refused).toMatchObject({ issue: { type: "int_from_float", loc: ["body", "seed"], input: 7.5 } });
});
