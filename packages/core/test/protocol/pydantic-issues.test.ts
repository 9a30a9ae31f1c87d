/** Our words for a wrong action beside Pydantic's own (pydantic-issues.py), for every kind of field. */
import { expect, test } from "bun:test";
import { z } from "zod";

import { bigInteger, maxCodePoints, minCodePoints } from "../../src/codegen/validators.ts";
import { toValidationIssues } from "../../src/protocol/zod-issues.ts";
import type { JsonObject } from "../../src/types.ts";
import recorded from "./pydantic-issues.json" with { type: "json" };

const number = z.number();
const point = z.strictObject({ x: number, y: number.default(0) });
const tree = z.strictObject({
  label: z.string(),
  get children() {
    return z.array(tree).default([]);
  },
});

/** The zod twin of the model in pydantic-issues.py. */
const action = z.strictObject({
  n: z.int().min(1).max(10).default(1),
  f: number.default(0),
  b: z.boolean().default(false),
  s: z.string().check(minCodePoints(1), maxCodePoints(3)).default("a"),
  p: z.string().regex(/^a+$/).default("a"),
  m: z.int().multipleOf(5).default(5),
  mode: z.enum(["plain", "fancy"]).default("plain"),
  one: z.literal("only").default("only"),
  color: z.enum(["red", "green"]).default("red"),
  point: point.default({ x: 0, y: 0 }),
  path: z.array(point).default([]),
  few: z.array(z.int()).min(1).max(2).default([1]),
  weights: z.record(z.string(), number).default({}),
  pair: z.tuple([z.int(), z.string()]).default([1, "a"]),
  note: z.string().nullable().default(null),
  value: z.union([z.int(), z.string(), z.array(number)]).default(0),
  shape: z
    .discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("circle"), radius: number.gt(0) }),
      z.strictObject({ kind: z.literal("square"), side: number.gt(0).lt(100) }),
    ])
    .nullable()
    .default(null),
  tree: tree.nullable().default(null),
  metadata: z.record(z.string(), z.unknown()).default({}),
});

/** What is wrong with `input`, in Pydantic's words. */
function issuesOf(input: unknown, type: z.ZodType = action, schema: JsonObject = recorded.schema) {
  const { error } = type.safeParse(input);
  if (error === undefined) throw new Error("It was taken.");
  return toValidationIssues(error, input, schema);
}

for (const { input, issues } of recorded.cases) {
  test(`${JSON.stringify(input)} is refused as Pydantic ${recorded.pydantic} refuses it`, () => {
    const ours = issuesOf(input);
    const found: unknown = ours.map(({ type, loc }) => ({ type, loc }));
    expect(found).toEqual(issues);
    for (const issue of ours) expect([issue.msg === "", "input" in issue]).toEqual([false, true]);
  });
}

test("the bounds of a failure are told by Pydantic's names", () => {
  const contexts: readonly [object, object][] = [
    [{ n: 0 }, { ge: 1 }],
    [{ n: 11 }, { le: 10 }],
    [{ s: "abcd" }, { max_length: 3 }],
    [{ few: [] }, { min_length: 1 }],
    [{ m: 7 }, { multiple_of: 5 }],
    [{ mode: "x" }, { expected: "'plain' or 'fancy'" }],
  ];
  for (const [input, context] of contexts) expect(issuesOf(input)[0]?.ctx).toMatchObject(context);
});

test("an integer that would be rounded says so, and one of any size is a single place", () => {
  const schema = { type: "object", properties: { whole: { type: "integer" }, big: { type: "integer" } } };
  const twin = z.strictObject({ whole: z.int().optional(), big: bigInteger().optional() });
  const first = (input: object): unknown =>
    issuesOf(input, twin, schema).map(({ type, loc }) => `${type} @ ${loc.join(".")}`);
  expect(first({ whole: 2 ** 53 })).toEqual(["int_parsing_size @ whole"]);
  expect(first({ whole: 2n ** 64n })).toEqual(["int_parsing_size @ whole"]);
  expect(first({ big: "x" })).toEqual(["int_parsing @ big"]);
  expect(first({ big: 1.5 })).toEqual(["int_from_float @ big"]);
});

test("without a schema a failure is still told, at its place", () => {
  expect(issuesOf({ n: "x" }, action, {})).toMatchObject([{ loc: ["n"] }]);
});
