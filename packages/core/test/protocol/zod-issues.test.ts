/** What zod finds wrong, in Pydantic's words. The kit and test/interop compare many more of them with the original. */
import { expect, test } from "bun:test";
import { z } from "zod";

import { parseJson } from "../../src/protocol/json.ts";
import { toValidationIssues } from "../../src/protocol/zod-issues.ts";
import type { JsonObject } from "../../src/types.ts";

const shape = z.discriminatedUnion("kind", [z.strictObject({ kind: z.literal("circle"), radius: z.number().gt(0) })]);
const schema = z.strictObject({ whole: z.int().min(1).max(10), ratio: z.number(), shape });
const jsonSchema: JsonObject = {
  properties: {
    whole: { type: "integer", minimum: 1, maximum: 10 },
    ratio: { type: "number" },
    shape: {
      oneOf: [{ $ref: "#/$defs/Circle" }],
      discriminator: { propertyName: "kind", mapping: { circle: "#/$defs/Circle" } },
    },
  },
  $defs: { Circle: { properties: { kind: { const: "circle" }, radius: { type: "number" } } } },
};

function issues(text: string): { type: string; loc: string; ctx: unknown }[] {
  const value = parseJson(text);
  const result = schema.safeParse(value);
  if (result.error === undefined) return [];
  return toValidationIssues(result.error, value, jsonSchema).map(({ type, loc, ctx }) => ({
    type,
    loc: loc.join("."),
    ctx,
  }));
}

const right = '"ratio":1,"shape":{"kind":"circle","radius":1}';

test.each([
  ["1e300", "int_parsing_size"],
  ["100000000000000000001", "int_parsing_size"],
  ["1e400", "finite_number"],
  ["11", "less_than_equal"],
  ["1.5", "int_from_float"],
  ['"x"', "int_parsing"],
])("an integer of at most 10 that is %s: one issue, %s", (written, type) => {
  expect(issues(`{"whole":${written},${right}}`)).toMatchObject([{ type, loc: "whole" }]);
});

test("a number that is not finite is called so", () => {
  expect(issues('{"whole":1,"ratio":-1e400,"shape":{"kind":"circle","radius":1e400}}')).toMatchObject([
    { type: "finite_number", loc: "ratio" },
    { type: "finite_number", loc: "shape.circle.radius" },
  ]);
});

test("an unknown tag comes with the tags there are", () => {
  expect(issues('{"whole":1,"ratio":1,"shape":{"kind":"star"}}')).toEqual([
    {
      type: "union_tag_invalid",
      loc: "shape",
      ctx: { discriminator: "'kind'", tag: "star", expected_tags: "'circle'" },
    },
  ]);
});

test.each([
  [11, "less_than_equal"],
  [0, "greater_than_equal"],
])("%d, out of the bounds of one branch of a union, is told of for all of them", (number, type) => {
  const union = z.strictObject({ value: z.union([z.int().min(1).max(10), z.string(), z.array(z.number())]) });
  const published = {
    properties: {
      value: { anyOf: [{ type: "integer" }, { type: "string" }, { type: "array", items: { type: "number" } }] },
    },
  };
  const value = { value: number };
  const { error } = union.safeParse(value);
  if (error === undefined) throw new Error("it was taken");
  expect(toValidationIssues(error, value, published).map(({ type, loc }) => `${type} ${loc.join(".")}`)).toEqual([
    `${type} value.int`,
    "string_type value.str",
    "list_type value.list[float]",
  ]);
});

test("without a published schema the type that was expected is told", () => {
  const params = z.strictObject({
    start: z.int(),
    name: z.string(),
    fail: z.boolean(),
    map: z.record(z.string(), z.int()),
  });
  const value = { start: 1.5, name: 1, fail: "x", map: [] };
  const { error } = params.safeParse(value);
  if (error === undefined) throw new Error("it was taken");
  expect(toValidationIssues(error, value, {}).map(({ type, loc }) => `${type} ${loc.join(".")}`)).toEqual([
    "int_from_float start",
    "string_type name",
    "bool_parsing fail",
    "dict_type map",
  ]);
});
