/** The same input gives the same bytes: in any order of keys, twice, and on any runtime. */
import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { isJsonArray, isJsonObject, jsonObject, type Json } from "../src/json/json.ts";
import { hostile } from "./fixtures/hostile.ts";
import { twins } from "./fixtures/pydantic/twins.ts";
import { runtimes } from "./support/runtimes.ts";
import { digestOfPlans } from "./support/digest.ts";
import { edgeSchemas, modelSchemas } from "./support/corpus.ts";
import { moduleOf, planZod } from "./support/plans.ts";

describe("keys in another order", () => {
  test.each([...edgeSchemas(), ...modelSchemas()].map(({ name, schema }) => [name, schema] as const))(
    "%s",
    (_, schema) => {
      const { text } = moduleOf(schema);
      expect(moduleOf(reordered(schema, (keys) => keys.toReversed())).text).toBe(text);
      expect(moduleOf(reordered(schema, (keys) => keys.toSorted())).text).toBe(text);
    },
  );
});

test("the fields of a zod schema stay in the order of their author", () => {
  const { text } = moduleOf({ type: "object", properties: { b: {}, a: {}, c: {} }, required: ["c", "b"] });
  expect(text.match(/^ {2}(\w)\??:/gm)?.slice(0, 3)).toEqual(["  c:", "  b:", "  a?:"]);
  const types =
    planZod(twins["rich"] ?? hostile).files.find(({ path }) => path.endsWith("gen/types.ts"))?.content ?? "";
  expect(types.indexOf("mode:")).toBeLessThan(types.indexOf("point:"));
  expect(types.indexOf("weights:")).toBeLessThan(types.indexOf("grid:"));
});

test("planning twice gives the same bytes", () => {
  expect(digestOfPlans()).toBe(digestOfPlans());
});

test("nothing in the output says when, where or by which release it was made", () => {
  const text = planZod(hostile)
    .files.map(({ content }) => content)
    .join("\n");
  expect(text).not.toContain(new Date().getFullYear().toString());
  expect(text).not.toContain(process.cwd());
  expect(text).not.toContain("1.0.0");
});

describe("on every runtime", () => {
  const program = join(import.meta.dirname, "support/print-digest.ts");
  const here = `${digestOfPlans()}\n`;

  // Node 20 cannot read TypeScript: what it runs is built from the same sources.
  for (const name of ["bun", "deno", "node24"] as const) {
    const runtime = runtimes.findRuntime(name);
    test.skipIf(runtime === undefined)(
      `${name} prints the same bytes (needs ${name})`,
      () => {
        const [command = "", ...args] = runtime === undefined ? [] : runtimes.commandLine(runtime, program);
        const { stdout, stderr } = spawnSync(command, args, { env: runtimes.envFor(name), encoding: "utf8" });
        expect(stdout || stderr).toBe(here);
      },
      60_000,
    );
  }
});

/** The same schema with the keys of every object in another order. */
function reordered(schema: Json, order: (keys: string[]) => string[]): Json {
  if (isJsonArray(schema)) return schema.map((item) => reordered(item, order));
  if (!isJsonObject(schema)) return schema;
  return jsonObject(order(Object.keys(schema)).map((key) => [key, reordered(schema[key] ?? null, order)] as const));
}
