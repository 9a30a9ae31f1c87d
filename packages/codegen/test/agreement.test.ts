/**
 * The validators of the corpus beside ajv, which reads the schemas without any of this package: both say the same about
 * values near to those that the corpus has. And what zod says of the validators is what the schemas said.
 */
import * as fc from "fast-check";
import { describe, expect, test } from "bun:test";
import type { z } from "zod";
import { DiagnosticLog } from "../src/diagnostics/diagnostic.ts";
import { zodToJsonSchema } from "../src/input/zod-schema.ts";
import { isJsonObject, type Json } from "../src/json/json.ts";
import { publishedSchema } from "../src/publish/published-schema.ts";
import { readSchema } from "../src/read/read-schema.ts";
import { exampleOf } from "../src/scaffold/example.ts";
import { independentValidator } from "./support/ajv.ts";
import type { CorpusCases } from "./support/corpus.ts";
import { corpusModules } from "./support/corpus-modules.ts";
import { near, partsOf } from "./support/mutations.ts";
import { difference } from "./support/same-meaning.ts";

const full = process.env["OPENENV_TEST_FULL"] === "1";
const seed = full ? Date.now() : 20_251_129;
const count = full ? 5000 : 300;

const { schemas, fileOf } = corpusModules("agreement");

/** Values that are not compared, each with the reason. */
const valueExceptions: readonly { why: string; holds: (value: Json) => boolean }[] = [
  {
    why: "an integer beyond 2^53 is refused where the schema has no such bound, since it has been rounded already",
    holds: (value) => typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value),
  },
  {
    why: "zod compares a multiple by a ratio, which has no room for a half above 2^51",
    holds: (value) => typeof value === "number" && Math.abs(value) > 2 ** 51,
  },
  {
    why: "ajv never looks at a property called __proto__",
    holds: (value) => isJsonObject(value) && Object.hasOwn(value, "__proto__"),
  },
];

/** What `z.toJSONSchema` cannot say of a validator, by the member of the representation that has it. */
const unsaid: Readonly<Record<string, string>> = {
  not: "zod has no negation: a check of core's",
  uniqueItems: "zod has no such check: one of core's",
};

/** Schemas whose validators zod cannot read at all. */
const unread: Readonly<Record<string, string>> = {
  integer_bounds: "bigInteger() takes a bigint or a number, which are one type in JSON and two in zod",
  prop_names_odd: "ownMembers() is a transform, since zod reads absent members from Object.prototype",
};

/** Schemas that are published as saying less than they do. */
const published: Readonly<Record<string, string>> = {
  maps_typed: "Pydantic writes a pattern for keys as `patternProperties`, without a word about other keys",
};

const used = new Set<string>();

describe.each(schemas)("$name", ({ name, schema, cases }) => {
  test(`is validated as by ajv (seed ${seed})`, async () => {
    const { Root } = (await import(fileOf(name))) as { Root: z.ZodType };
    const isValid = independentValidator(schema);
    const { root } = readSchema(schema, "", new DiagnosticLog());
    const samples = fc.sample(near(seedsOf(cases, exampleOf(root))), { numRuns: count, seed });
    const wrong = samples.filter((value) => Root.safeParse(value).success !== isValid(value));
    const unexplained = wrong.filter((value) => {
      const reasons = valueExceptions.filter(({ holds }) => partsOf(value).some(holds));
      for (const { why } of reasons) used.add(why);
      return reasons.length === 0;
    });
    expect(unexplained.slice(0, 3)).toEqual([]);
  });

  test("is what zod reads from its validator", async () => {
    const { Root } = (await import(fileOf(name))) as { Root: z.ZodType };
    const log = new DiagnosticLog();
    const printed = readSchema(zodToJsonSchema(Root, name, log), "", log);
    const { root } = readSchema(schema, "", log);
    const found = difference(root, printed.root, new Set(Object.keys(unsaid)));
    if (unread[name] === undefined) expect(found).toBe(undefined);
    else expect(found).toBeDefined();
    for (const key of Object.keys(unsaid)) {
      const others = Object.keys(unsaid).filter((other) => other !== key);
      if (difference(root, printed.root, new Set(others)) !== undefined) used.add(key);
    }
  });
});

test.each(schemas)("$name is published with its meaning", ({ name, schema }) => {
  const log = new DiagnosticLog();
  const { root } = readSchema(schema, "", log);
  const again = readSchema(publishedSchema(root, "Root"), "", log);
  expect(difference(root, again.root, new Set()) === undefined).toBe(published[name] === undefined);
});

test("every exception is one", () => {
  const listed = [...valueExceptions.map(({ why }) => why), ...Object.keys(unsaid)];
  expect(listed.filter((exception) => !used.has(exception))).toEqual([]);
});

test("samples fit often enough to prove something", () => {
  const shares = schemas.map(({ schema, cases }) => {
    const isValid = independentValidator(schema);
    const { root } = readSchema(schema, "", new DiagnosticLog());
    const samples = fc.sample(near(seedsOf(cases, exampleOf(root))), { numRuns: 100, seed });
    return samples.filter(isValid).length;
  });
  expect(Math.min(...shares)).toBeGreaterThan(0);
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(15);
});

function seedsOf({ valid = [], invalid = [] }: CorpusCases, example: Json | undefined): Json[] {
  // ajv counts with numbers, so what they round is not for it.
  const seeds = [...valid, ...invalid].filter((value) => !partsOf(value).some((part) => typeof part === "bigint"));
  return [...seeds, ...(example === undefined ? [] : [example]), {}, null];
}
