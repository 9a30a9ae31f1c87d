/**
 * Random schemas: what is printed imports, compiles, is formatted, and accepts exactly what the representation does,
 * and what ajv does, which reads the schema itself.
 * The seed is fixed, so that a failure is one again; OPENENV_TEST_FULL=1 takes another one and more schemas.
 */
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { DiagnosticLog } from "../src/diagnostics/diagnostic.ts";
import { accepts } from "../src/ir/accepts.ts";
import type { Json, JsonObject } from "../src/json/json.ts";
import { readSchema } from "../src/read/read-schema.ts";
import { independentValidator } from "./support/ajv.ts";
import { moduleOf } from "./support/plans.ts";

const full = process.env["OPENENV_TEST_FULL"] === "1";
const seed = full ? Date.now() : 20_251_129;
const count = full ? 1000 : 150;
const folder = join(import.meta.dirname, "../.cache/property");
const tools = join(import.meta.dirname, "../../../node_modules");

const names = ["a", "b", "x-y", "class", "größe", "constructor", "1st", ""];
const texts = ["", "*/", "`${1}`", '"', "'", "\\", "\n", "\u2028", "aaaa", "🙂"];
const scalar = fc.oneof(fc.constantFrom(...texts), fc.integer({ min: -5, max: 5 }), fc.boolean(), fc.constant(null));

/** Any JSON value over the same few names and texts, so that it often fits. */
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    scalar,
    fc.integer({ min: -50, max: 50 }).map((tenths) => tenths / 10),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

const { schema } = fc.letrec<{ schema: Json }>((tie) => {
  const inner = tie("schema");
  const described = { description: fc.constantFrom(...texts) };
  const record = (keywords: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Json> =>
    fc.record(keywords, { requiredKeys: ["type"], noNullPrototype: true }) as fc.Arbitrary<Json>;
  const small = fc.integer({ min: 0, max: 3 });
  return {
    schema: fc.oneof(
      { depthSize: "small", maxDepth: 3 },
      record({ type: fc.constantFrom("boolean", "null"), ...described }),
      record({ type: fc.constant("string"), minLength: small, maxLength: small, ...described }),
      record({ type: fc.constant("string"), pattern: fc.constantFrom("^a", "/", "[/\\]]", "\\d\\n", "`") }),
      record({
        type: fc.constantFrom("number", "integer"),
        minimum: fc.integer({ min: -3, max: 3 }),
        multipleOf: fc.constantFrom(1, 2, 0.5),
      }),
      fc.record({
        enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 12, selector: (item) => `${typeof item} ${item}` }),
      }),
      fc.record({ const: value }),
      record({ type: fc.constant("array"), items: inner, minItems: small, uniqueItems: fc.boolean() }),
      record({
        type: fc.constant("array"),
        prefixItems: fc.array(inner, { minLength: 1, maxLength: 3 }),
        items: fc.oneof(fc.boolean(), inner),
        minItems: small,
      }),
      record({
        type: fc.constant("object"),
        additionalProperties: inner,
        propertyNames: fc.constant({ minLength: 1 }),
      }),
      fc
        .record({
          properties: fc.dictionary(fc.constantFrom(...names), inner, { maxKeys: 5, noNullPrototype: true }),
          required: fc.subarray(names),
          additionalProperties: fc.oneof(fc.boolean(), inner),
        })
        .map(({ properties, required, additionalProperties }): JsonObject => {
          const known = required.filter((name) => Object.hasOwn(properties, name));
          return { type: "object", properties, required: known, additionalProperties };
        }),
      fc.record({ anyOf: fc.array(inner, { minLength: 1, maxLength: 4 }) }),
      fc.record({ oneOf: fc.array(inner, { minLength: 2, maxLength: 3 }) }),
      fc.record({ allOf: fc.array(inner, { minLength: 2, maxLength: 2 }) }),
      record({ type: fc.constantFrom("string", "array", "object"), not: inner }),
    ),
  };
});

const schemas = fc.sample(schema, { numRuns: count, seed });
const values = fc.sample(value, { numRuns: 60, seed });
const fileOf = (index: number): string => join(folder, `s${index}.ts`);

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [index, item] of schemas.entries()) writeFileSync(fileOf(index), moduleOf(item).text);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test(`the validators of ${count} schemas accept what the representation and ajv do (seed ${seed})`, async () => {
  const wrong: unknown[] = [];
  let accepted = 0;
  for (const [index, item] of schemas.entries()) {
    const { root } = readSchema(item, "", new DiagnosticLog());
    const { Root } = (await import(fileOf(index))) as { Root: z.ZodType };
    const isValid = independentValidator(item);
    for (const candidate of values) {
      const expected = accepts(root, candidate);
      if (expected) accepted += 1;
      const agreed = isValid(candidate) === expected && Root.safeParse(candidate).success === expected;
      if (!agreed) wrong.push({ schema: item, candidate, expected });
    }
  }
  expect(wrong.slice(0, 3)).toEqual([]);
  // Samples that never fit would prove nothing.
  expect(accepted).toBeGreaterThan((schemas.length * values.length) / 20);
}, 300_000);

test("they compile", () => {
  const compilerOptions = { types: [], isolatedDeclarations: true };
  const config = { extends: "../../../../tsconfig.base.json", compilerOptions, include: ["*.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const { stdout, status } = run(join(tools, "typescript/bin/tsc"), "-p", folder);
  expect({ stdout: stdout.slice(0, 3000), status }).toEqual({ stdout: "", status: 0 });
}, 300_000);

test("the formatter changes nothing", () => {
  const config = join(folder, ".oxfmtrc.json");
  writeFileSync(config, JSON.stringify({ printWidth: 120 }));
  const { stdout, status } = run(
    join(tools, "oxfmt/bin/oxfmt"),
    "--check",
    "-c",
    config,
    ...schemas.map((_, index) => fileOf(index)),
  );
  expect({ status, stdout: status === 0 ? "" : stdout }).toEqual({ status: 0, stdout: "" });
}, 120_000);

function run(...command: readonly string[]): { stdout: string; status: number | null } {
  const { stdout, status } = spawnSync(process.execPath, [...command], { encoding: "utf8", maxBuffer: 2 ** 26 });
  return { stdout, status };
}
