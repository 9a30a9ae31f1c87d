/** Examples in READMEs are accepted by the validators they illustrate. */
import { describe, expect, test } from "bun:test";
import { DiagnosticLog } from "../src/diagnostics/diagnostic.ts";
import { accepts } from "../src/ir/accepts.ts";
import type { Json } from "../src/json/json.ts";
import { readSchema } from "../src/read/read-schema.ts";
import { exampleOf } from "../src/scaffold/example.ts";
import { twins } from "./fixtures/pydantic/twins.ts";
import { modelSchemas } from "./support/corpus.ts";
import { planZod, readTwin, textOf } from "./support/plans.ts";

const models = modelSchemas().map(({ name, schema }): [string, Json] => [name, schema]);

describe("the example of a model", () => {
  /** A union of messages whose tags all have a default: the empty object fits several. */
  const without = new Set(["core_types.WSIncomingMessage"]);

  test.each(models)("%s", (name, schema) => {
    const { root } = readSchema(schema, "", new DiagnosticLog());
    const example = exampleOf(root);
    expect(example === undefined).toBe(without.has(name));
    if (example !== undefined) expect(accepts(root, example)).toBe(true);
  });
});

test("only holds what must be given", () => {
  const examples = Object.fromEntries(
    Object.entries(twins).map(([name, schema]) => [name, exampleOf(readTwin(schema).action)]),
  );
  expect(examples).toEqual({
    echo: { message: "hi" },
    counter: { delta: 1 },
    slow: { ms: 0 },
    faulty: { command: "ok" },
    rich: { mode: "plain", point: { x: 1 } },
  });
});

test("a schema without an example gets a README without a step", () => {
  const { root } = readSchema({ type: "string", pattern: "^[a-z]{30}$" }, "", new DiagnosticLog());
  expect(exampleOf(root)).toBeUndefined();
});

test("stands in the README", () => {
  const [, echo] = Object.entries(twins)[0] ?? [];
  expect(echo === undefined ? "" : textOf(planZod(echo), "client/README.md")).toContain(
    'await env.step({ message: "hi" });\n',
  );
});
