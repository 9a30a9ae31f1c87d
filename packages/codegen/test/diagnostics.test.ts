/** Every diagnostic: what brings it up, and that nothing else does. */
import { describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { diagnosticKinds, type DiagnosticCode } from "../src/diagnostics/codes.ts";
import { DiagnosticLog, formatDiagnostics, hasErrors } from "../src/diagnostics/diagnostic.ts";
import { readEnvironmentFolder } from "../src/input/environment-folder.ts";
import { parseManifest } from "../src/input/manifest-file.ts";
import type { Json } from "../src/json/json.ts";
import { diagnosticsOf, moduleOf } from "./support/plans.ts";

/** Code, and where it was found. */
type Found = readonly [code: DiagnosticCode, source: string];

const jsonFixtures: [string, Json, Found[]][] = [
  ["a reference to nothing", { $ref: "#/$defs/Missing" }, [["OE1001", "#"]]],
  [
    "references in a circle",
    { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } },
    [["OE1001", "#"]],
  ],
  ["a reference to another document", { items: { $ref: "other.json#/X" } }, [["OE1002", "#/items"]]],
  [
    "if/else",
    { properties: { a: { if: {}, else: {} } } },
    [
      ["OE1003", "#/properties/a"],
      ["OE1003", "#/properties/a"],
    ],
  ],
  ["contains", { type: "array", contains: {} }, [["OE1003", "#"]]],
  ["unevaluatedProperties", { type: "object", unevaluatedProperties: false }, [["OE1003", "#"]]],
  ["a pattern of Python", { type: "string", pattern: "(?P<year>\\d+)" }, [["OE1004", "#"]]],
  [
    "two models of one name",
    {
      $defs: { a: { title: "T", const: 1 }, b: { title: "T", const: 2 } },
      prefixItems: [{ $ref: "#/$defs/a" }, { $ref: "#/$defs/b" }],
    },
    [["OE1012", "#/$defs/b"]],
  ],
  [
    "a default of the wrong type",
    { properties: { a: { type: "integer", default: "x" } } },
    [["OE1015", "#/properties/a"]],
  ],
  ["nullable", { type: "string", nullable: true }, [["OE1016", "#"]]],
  ["a schema that is a number", { properties: { "a/b": 5 } }, [["OE1017", "#/properties/a~1b"]]],
];

const zodFixtures: [string, Parameters<typeof diagnosticsOf>[0], Found[]][] = [
  ["a date", { action: { when: z.date() } }, [["OE1005", "schema.ts action #/properties/when"]]],
  ["a set", { observation: { tags: z.set(z.string()) } }, [["OE1005", "schema.ts observation #/properties/tags"]]],
  ["a map", { state: { m: z.map(z.string(), z.int()) } }, [["OE1005", "schema.ts state #/properties/m"]]],
  [
    "undefined in a literal",
    { action: { a: z.literal([1, undefined]) } },
    [["OE1005", "schema.ts action #/properties/a"]],
  ],
  ["a transform", { action: { a: z.string().transform(Number) } }, [["OE1006", "schema.ts action #/properties/a"]]],
  ["a refinement", { action: { a: z.string().refine(() => true) } }, [["OE1007", "schema.ts action #/properties/a"]]],
  ["coercion", { action: { a: z.coerce.number() } }, [["OE1008", "schema.ts action #/properties/a"]]],
  ["catch", { action: { a: z.string().catch("x") } }, [["OE1008", "schema.ts action #/properties/a"]]],
  ["trim", { action: { a: z.string().trim() } }, [["OE1008", "schema.ts action #/properties/a"]]],
  ["an action that is a string", { action: z.string() }, [["OE1009", "schema.ts action #"]]],
  [
    "a field of the base",
    { observation: { reward: z.number() } },
    [["OE1010", "schema.ts observation #/properties/reward"]],
  ],
];

const pythonFixtures: typeof zodFixtures = [
  [
    "a pattern that looks behind",
    { action: { a: z.string().regex(/(?<=a)b/) } },
    [["OE1019", "schema.ts action #/properties/a"]],
  ],
  [
    "a pattern with a property of Unicode",
    { action: { a: z.string().regex(/^\p{L}+$/u) } },
    [["OE1019", "schema.ts action #/properties/a"]],
  ],
];

const manifestFixtures: [string, string, Found[]][] = [
  ["not a mapping", "- a\n", [["OE1014", "openenv.yaml"]]],
  ["a flag that is none", "name: echo\npython: often\n", [["OE1014", "openenv.yaml#/python"]]],
  ["not YAML", "a: [\n", [["OE1014", "openenv.yaml"]]],
  ["without a name", "version: 1\n", [["OE1014", "openenv.yaml#/name"]]],
  ["with a name that is none", "name: Echo Env\n", [["OE1014", "openenv.yaml#/name"]]],
  ["with a port that is none", "name: echo_env\nport: http\n", [["OE1014", "openenv.yaml#/port"]]],
  ["with no time for a step", "name: echo_env\nstep_timeout_ms: 0\n", [["OE1014", "openenv.yaml#/step_timeout_ms"]]],
  ["with an execution that is none", "name: echo_env\nexecution: fast\n", [["OE1014", "openenv.yaml#/execution"]]],
  ["with no capacity", "name: echo_env\nmax_concurrent_envs: -2\n", [["OE1014", "openenv.yaml#/max_concurrent_envs"]]],
];

const otherManifest = "name: other_env\n";
const goodSchema = `import { defineSchema } from "@openenv/core/schema";
export default defineSchema({ name: "echo_env", action: {}, observation: {} });`;
const folderFixtures: [string, Record<string, string>, DiagnosticCode[]][] = [
  ["without anything", {}, ["OE1014", "OE1013"]],
  ["with a schema that exports nothing", { "openenv.yaml": otherManifest, "schema.ts": "export {};" }, ["OE1013"]],
  ["with a schema that throws", { "openenv.yaml": otherManifest, "schema.ts": "throw new Error('x');" }, ["OE1013"]],
  ["with a document that is no JSON", { "openenv.yaml": otherManifest, "x.schema.json": "{" }, ["OE1018"]],
  ["with a document without parts", { "openenv.yaml": otherManifest, "x.schema.json": "{}" }, ["OE1018"]],
  ["with two names", { "openenv.yaml": otherManifest, "schema.ts": goodSchema }, ["OE1011"]],
];

describe("a JSON Schema", () => {
  test.each(jsonFixtures)("%s", (_name, schema, expected) => {
    const found = moduleOf(schema, "").diagnostics.map(({ code, source }): Found => [code, source]);
    expect(found).toEqual(expected);
  });
});

describe("a zod schema", () => {
  test.each(zodFixtures)("%s", (_name, parts, expected) => {
    expect(diagnosticsOf(parts).map(({ code, source }): Found => [code, source])).toEqual(expected);
  });

  test("what JSON can carry brings up nothing", () => {
    const everything = {
      big: z.bigint().min(0n).default(5n),
      literal: z.literal([1n, 2n]),
      nested: z.array(z.record(z.string(), z.tuple([z.int(), z.string().nullable()]).rest(z.boolean()))),
      readonly: z.array(z.string()).readonly(),
      lazy: z.lazy(() => z.string()),
      brand: z.string().brand("id"),
      text: z.string().min(2).max(3).regex(/^a/).default("aa"),
    };
    expect(diagnosticsOf({ action: everything, observation: everything })).toEqual([]);
  });
});

describe("a schema for Python too", () => {
  test.each(pythonFixtures)("%s", (_name, parts, expected) => {
    expect(diagnosticsOf(parts, { python: true }).map(({ code, source }): Found => [code, source])).toEqual(expected);
    expect(diagnosticsOf(parts)).toEqual([]);
  });
});

describe("a manifest", () => {
  test.each(manifestFixtures)("%s", (_name, text, expected) => {
    const log = new DiagnosticLog();
    parseManifest(text, "openenv.yaml", log);
    expect(log.list().map(({ code, source }): Found => [code, source])).toEqual(expected);
  });

  test("keeps what it understands, whatever else is there", () => {
    const log = new DiagnosticLog();
    const text =
      "name: echo\nversion: 1.5\ndescription: ' x '\nport: 8004\nstep_timeout_ms: 1500\nvalidation: {a: [1]}\napp: server.app:app\n";
    expect(parseManifest(text, "openenv.yaml", log)).toEqual({
      name: "echo",
      version: "1.5",
      description: "x",
      port: 8004,
      maxConcurrentEnvs: undefined,
      stepTimeoutMs: 1500,
    });
    expect(log.list()).toEqual([]);
  });
});

describe("a folder", () => {
  test.each(folderFixtures)("%s", async (_name, files, expected) => {
    // Within the package, where schema.ts finds what it imports.
    const cache = join(import.meta.dirname, "../.cache");
    await mkdir(cache, { recursive: true });
    const folder = await mkdtemp(join(cache, "folder-"));
    try {
      for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
      const log = new DiagnosticLog();
      await readEnvironmentFolder(folder, log);
      expect(log.list().map(({ code }) => code)).toEqual(expected);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

/** These take a process of their own: comments.test.ts. */
const elsewhere: readonly DiagnosticCode[] = ["OE1020"];

test("every code has a fixture", () => {
  const found = [...jsonFixtures, ...zodFixtures, ...pythonFixtures, ...manifestFixtures].flatMap(
    ([, , expected]) => expected,
  );
  const codes = new Set<string>([
    ...found.map(([code]) => code),
    ...folderFixtures.flatMap(([, , expected]) => expected),
    ...elsewhere,
  ]);
  expect(Object.keys(diagnosticKinds).filter((code) => !codes.has(code))).toEqual([]);
});

test("a diagnostic is shown with its place and a hint", () => {
  const [found] = diagnosticsOf({ action: { when: z.date() } });
  expect(found).toBeDefined();
  const text = formatDiagnostics(found === undefined ? [] : [found]);
  expect(text).toBe(
    "error OE1005 at schema.ts action #/properties/when\n" +
      "  Date cannot be represented in JSON Schema. Use what goes over the wire: `z.iso.datetime()` for dates, arrays for " +
      "sets, objects or records for maps.\n",
  );
});

test("an error stops generation, a warning does not", () => {
  expect(hasErrors(diagnosticsOf({ action: { when: z.date() } }))).toBe(true);
  expect(hasErrors(diagnosticsOf({ action: { a: z.string().trim() } }))).toBe(false);
});
