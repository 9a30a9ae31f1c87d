/** Problems that users of other generators reported, each by its id: what is printed for the schema of the report, at work. */
import { defineSchema } from "@openenv/core/schema";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Json } from "../src/json/json.ts";
import { publishedSchema } from "../src/publish/published-schema.ts";
import { independentValidator } from "./support/ajv.ts";
import { publishedEnvironments } from "./support/corpus.ts";
import { moduleOf, readTwin } from "./support/plans.ts";

// Within the package, where the modules find what they import. Nothing in .cache is committed.
const folder = join(import.meta.dirname, "../.cache/reported");
beforeAll(() => void mkdirSync(folder, { recursive: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Printed {
  readonly text: string;
  readonly codes: readonly string[];
  /** Whether the validator takes a value. */
  readonly takes: (value: unknown) => boolean;
  readonly parse: (value: unknown) => unknown;
}

let count = 0;

async function print(schema: Json): Promise<Printed> {
  const { text, diagnostics } = moduleOf(schema);
  const file = join(folder, `m${(count += 1)}.ts`);
  writeFileSync(file, text);
  const { Root } = (await import(file)) as { Root: z.ZodType };
  return {
    text,
    codes: diagnostics.map(({ code }) => code),
    takes: (value) => Root.safeParse(value).success,
    parse: (value) => Root.parse(value),
  };
}

function property(schema: Json): Json {
  return { type: "object", properties: { a: schema }, additionalProperties: false };
}

test("CG-01: an object that anyOf makes nullable stays open", async () => {
  const open = { anyOf: [{ type: "object", additionalProperties: true }, { type: "null" }] };
  const { text, takes } = await print(property(open));
  expect(text).toContain("a?: Record<string, unknown> | null | undefined;");
  expect([{ a: { b: 1 } }, { a: null }, { a: 1 }].map(takes)).toEqual([true, true, false]);
});

test("CG-02: null stays in a type that has another default", async () => {
  const { text, takes, parse } = await print(property({ type: ["string", "null"], default: "bar" }));
  expect(text).toContain("  a: string | null;");
  expect(text).toContain("  a?: string | null | undefined;");
  expect(takes({ a: null })).toBe(true);
  expect(parse({})).toEqual({ a: "bar" });
});

test("CG-04: null within nested unions", async () => {
  const list = (type: string): Json => ({ type: "array", items: { anyOf: [{ type }, { type: "null" }] } });
  const schema = { type: "object", additionalProperties: { anyOf: [list("number"), list("integer")] } };
  const { text, takes } = await print(schema);
  expect(text).toContain("(number | null)[]");
  expect([{ a: [1, null] }, { a: [0.5] }, { a: ["1"] }].map(takes)).toEqual([true, true, false]);
});

test("CG-05: what has a default is optional to write and there to read", async () => {
  const { text } = await print(property({ type: "integer", default: 1 }));
  expect(text).toMatch(/export interface Root \{\n {2}a: number;/);
  expect(text).toMatch(/export interface RootInput \{\n {2}a\?: number \| undefined;/);
});

test("CG-06: a default of null outside of its type widens the type", async () => {
  const { codes, text, takes, parse } = await print(property({ anyOf: [{ type: "integer" }], default: null }));
  expect(codes).toEqual([]);
  expect(text).toContain("  a: number | null;");
  expect([{ a: null }, { a: 1 }, { a: "1" }].map(takes)).toEqual([true, true, false]);
  expect(parse({})).toEqual({ a: null });
});

test("CG-07: lists of types, null, constants and tuples", async () => {
  const schema = {
    type: "object",
    properties: {
      types: { type: ["integer", "string", "null"] },
      nothing: { type: "null" },
      constant: { const: "x" },
      tuple: { type: "array", prefixItems: [{ type: "integer" }, { type: "string" }], minItems: 2, maxItems: 2 },
    },
    required: ["types", "nothing", "constant", "tuple"],
  };
  const { text, takes } = await print(schema);
  for (const line of [
    "types: number | string | null;",
    "nothing: null;",
    'constant: "x";',
    "tuple: [number, string];",
  ]) {
    expect(text).toContain(line);
  }
  const value = { types: null, nothing: null, constant: "x", tuple: [1, "a"] };
  const wrong = [{ types: 0.5 }, { nothing: 0 }, { constant: "y" }, { tuple: [1] }, { tuple: ["a", 1] }];
  expect(takes(value)).toBe(true);
  expect(wrong.filter((part) => takes({ ...value, ...part }))).toEqual([]);
});

test("CG-08, CG-10: keys that are no identifiers, and constants that start with a digit", async () => {
  const names = ["16x16", "2nd", "api-key", "a.b", "x y", '"q"', "back\\slash", "new\nline"];
  const properties = Object.fromEntries(names.map((name) => [name, { enum: ["1s", "no-release"] }]));
  const { takes } = await print({ type: "object", properties, required: names, additionalProperties: false });
  const value = Object.fromEntries(names.map((name) => [name, "1s"]));
  expect(takes(value)).toBe(true);
  expect(names.filter((name) => takes({ ...value, [name]: "5m" }))).toEqual([]);
});

test("CG-12, CG-13: titles without a Latin letter, or with a digit in front, give names", async () => {
  const titles = ["呵呵", "Ünïcode", "🙂", "﷽", "3DAction", "1强更"];
  const $defs = Object.fromEntries(titles.map((title, index) => [`d${index}`, { title, type: "object" }]));
  const prefixItems = titles.map((_, index) => ({ $ref: `#/$defs/d${index}` }));
  const { takes } = await print({ type: "array", prefixItems, items: false, minItems: titles.length, $defs });
  expect([titles.map(() => ({})), titles].map(takes)).toEqual([true, false]);
});

test("CG-16: recursion, mutual and through null", async () => {
  const link = (name: string): Json => ({ anyOf: [{ $ref: `#/$defs/${name}` }, { type: "null" }] });
  const closed = { type: "object", additionalProperties: false } as const;
  const schema = {
    $ref: "#/$defs/A",
    $defs: {
      A: { ...closed, properties: { b: link("B"), leaf: { type: "integer" } }, required: ["leaf"] },
      B: { ...closed, properties: { a: link("A"), self: link("B") } },
    },
  };
  const { takes } = await print(schema);
  const at = (leaf: unknown): object => ({ leaf: 1, b: { self: { a: { leaf, b: null } } } });
  expect([at(2), at("2")].map(takes)).toEqual([true, false]);
});

test("CG-19: unions by a tag, by tags that are numbers, by constants only, and without one", async () => {
  const variant = (tag: Json, more: Json = {}): Json => {
    return { type: "object", properties: { t: { const: tag }, ...(more as object) }, required: ["t"] };
  };
  const x = { x: { type: "integer" } };
  for (const [one, two] of [
    ["a", "b"],
    [1, 2],
    [true, "true"],
  ] as const) {
    const { takes } = await print({ oneOf: [variant(one, x), variant(two)] });
    const values = [{ t: one, x: 1 }, { t: two }, { t: one, x: "1" }, { t: "c" }, {}];
    expect(values.map(takes)).toEqual([true, true, false, false, false]);
  }
  const { takes } = await print({ anyOf: [{ type: "object", properties: x, required: ["x"] }, { type: "string" }] });
  expect([{ x: 1 }, "x", {}, 1].map(takes)).toEqual([true, true, false, false]);
});

test("CG-20: a variant that has its tag only, and a union within a union", async () => {
  const tagged = (tag: string, more: object = {}): Json => ({
    type: "object",
    properties: { t: { const: tag }, ...more },
    required: ["t"],
    additionalProperties: false,
  });
  const inner = { oneOf: [tagged("b"), tagged("c", { n: { type: "integer" } })] };
  const { takes } = await print({ oneOf: [tagged("a"), inner] });
  expect([{ t: "a" }, { t: "b" }, { t: "c", n: 1 }].map(takes)).toEqual([true, true, true]);
  expect([{ t: "a", n: 1 }, { t: "c", n: "1" }, { t: "d" }].map(takes)).toEqual([false, false, false]);
});

test("CG-26: texts that look like numbers stay texts", async () => {
  const { text, takes } = await print(property({ enum: ["10", "20"] }));
  expect(text).toContain('a?: "10" | "20" | undefined;');
  expect([{ a: "10" }, { a: 10 }].map(takes)).toEqual([true, false]);
});

test("CG-27: validators do not coerce as Pydantic does", async () => {
  const typed = async (type: string): Promise<Printed> => print(property({ type }));
  const integer = await typed("integer");
  expect([5, 5.5, "5", true].map((a) => integer.takes({ a }))).toEqual([true, false, false, false]);
  const flag = await typed("boolean");
  expect([true, "yes", 1].map((a) => flag.takes({ a }))).toEqual([true, false, false]);
  const words = await typed("string");
  expect(["5", 5].map((a) => words.takes({ a }))).toEqual([true, false]);
});

test("CG-28: the base of a real environment's observation", async () => {
  const echo = publishedEnvironments().find(({ name }) => name === "echo_env");
  const { takes } = await print({ ...(echo?.schemas.observation as object), required: [] });
  const rewards = [true, 1, 0.5, null, "1", [1]].map((reward) => takes({ reward, done: false, metadata: { any: 1 } }));
  expect(rewards).toEqual([true, true, true, true, false, false]);
  expect(takes({ unheard: 1 })).toBe(false);
});

test("CG-29: constants of every kind in one enumeration", async () => {
  const { takes } = await print({ enum: [1, "1", true, null, { a: 1 }] });
  expect([1, "1", true, null, { a: 1 }].map(takes)).toEqual([true, true, true, true, true]);
  expect([2, "true", false, {}, { a: "1" }].map(takes)).toEqual([false, false, false, false, false]);
});

test("CG-30: the published schema of a recursive state stands alone", () => {
  const Tree = z
    .strictObject({
      label: z.string(),
      get children() {
        return z.array(Tree);
      },
    })
    .meta({ id: "Tree" });
  const env = defineSchema({ name: "tree_env", action: {}, observation: {}, state: { tree: Tree } });
  const published = publishedSchema(readTwin(env).state, "TreeState");
  expect(JSON.stringify(published)).not.toContain('"$ref":"#"');
  const isValid = independentValidator(published);
  const leaf = (label: Json): Json => ({ label, children: [] });
  expect([leaf("a"), leaf(1)].map((child) => isValid({ tree: { label: "r", children: [child] } }))).toEqual([
    true,
    false,
  ]);
});
