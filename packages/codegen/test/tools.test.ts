/** Tools in the packages that are printed. */
import { defineSchema } from "@openenv/core/schema";
import { describe, expect, test } from "bun:test";
import { z } from "zod";
import { planZod, readTwin, textOf } from "./support/plans.ts";

const base = { name: "box_env", action: {}, observation: {} };
const schema = defineSchema({
  ...base,
  tools: {
    box_open: { description: "Opens */ it", input: { key: z.string().default("k") }, output: { size: z.int() } },
    a_b: {},
    "a-b": { output: z.array(z.string()) },
    constructor: {},
    ["__proto__"]: { input: { title: z.string().meta({ title: "T" }) } },
  },
});

test("tools have types, validators, a manifest and methods of their own", () => {
  const plan = planZod(schema);
  const types = textOf(plan, "client/src/gen/types.ts");
  expect(types).toContain("export interface BoxOpenArguments {\n  key: string;\n}");
  expect(types).toContain("export interface BoxOpenArgumentsInput {\n  key?: string | undefined;\n}");
  expect(types).toContain('  box_open: {\n    method: "boxOpen";\n    arguments: BoxOpenArguments;');
  expect(types).toContain("  tools: BoxTools;");
  expect(textOf(plan, "client/src/gen/schema.ts")).toContain("export const BoxOpenResultSchema");
  expect(textOf(plan, "client/src/gen/manifest.ts")).toContain("tools: boxToolManifests,");
  expect(textOf(plan, "client/src/gen/index.ts")).toContain("export { CallToolAction, ListToolsAction }");
  expect(textOf(plan, "client/src/gen/types.ts")).not.toContain("Opens */");
});

test("names that meet are told apart, in types and in methods", () => {
  const { tools } = readTwin(schema);
  expect(tools.map(({ typeName, method }) => [typeName, method])).toEqual([
    ["BoxOpen", "boxOpen"],
    ["BoxAB", "aB"],
    ["BoxAB2", "a-b"],
    ["BoxConstructor", "constructor"],
    ["BoxProto", "proto"],
  ]);
});

test("the schemas of a tool are published as FastMCP does: without titles, but for properties of that name", () => {
  const { tools } = readTwin(schema);
  expect(tools[0]?.inputSchema).toEqual({
    type: "object",
    properties: { key: { type: "string", default: "k" } },
    additionalProperties: false,
  });
  expect(tools[1]?.outputSchema).toBeNull();
  expect(tools[4]?.inputSchema).toMatchObject({ properties: { title: { type: "string" } }, required: ["title"] });
});

describe("the hash of the schemas", () => {
  const hashOf = (tools?: Parameters<typeof defineSchema>[0]["tools"]): string | undefined => {
    const manifest = textOf(planZod(defineSchema({ ...base, ...(tools && { tools }) })), "client/src/gen/manifest.ts");
    return /schemaHash: "(.*)"/.exec(manifest)?.[1];
  };

  test("changes with a tool's arguments, and not with its description", () => {
    const one = hashOf({ add: { input: { a: z.int() } } });
    expect(one).toStartWith("sha256:");
    expect(hashOf({ add: { description: "Adds", input: { a: z.int() } } })).toBe(one);
    expect(hashOf({ add: { input: { a: z.string() } } })).not.toBe(one);
    expect(hashOf()).not.toBe(one);
  });
});
