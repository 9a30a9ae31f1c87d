/** Tools as a schema declares them. */
import { InvalidArgumentError } from "@openenv/core";
import { checkToolName, defineSchema, toolMethodName } from "@openenv/core/schema";
import { defineEnvironment } from "@openenv/core/server";
import { expect, test } from "bun:test";
import { z } from "zod";
import { genericSpec } from "../server/held-env.ts";

test("OE-61: the names of the control API are refused where tools are declared, and where they are defined", () => {
  for (const name of ["reset", "step", "state", "close"]) {
    const declare = (): unknown => defineSchema({ name: "x_env", tools: { [name]: {} } });
    expect(declare).toThrow(InvalidArgumentError);
    expect(declare).toThrow(`"${name}"`);
    const manifest = { ...genericSpec.manifest, tools: [{ ...tool, name }] };
    expect(() => defineEnvironment({ ...genericSpec, manifest }, () => ({}) as never)).toThrow(`"${name}"`);
  }
});

const tool = { method: "x", description: "", inputSchema: {}, outputSchema: null };

test("OE-61: any other name is one, in another case and of what objects inherit", () => {
  const names = ["Reset", "constructor", "__proto__", "toString", "a.b-c_d"];
  for (const name of names) expect(() => checkToolName(name)).not.toThrow();
  const entries = names.map((name) => [name, {}] as const);
  const { tools } = defineSchema({ name: "x_env", tools: Object.fromEntries(entries) });
  expect(tools.map(({ name }) => name)).toEqual(names);
  for (const name of ["", "a b", "ä", "x".repeat(129)]) expect(() => checkToolName(name)).toThrow(InvalidArgumentError);
});

test("without actions every step is a call of a tool", () => {
  const only = defineSchema({ name: "x_env", tools: { add: { input: { a: z.int() } } } });
  expect(only.toolsOnly).toBe(true);
  expect(only.action.parse({ tool_name: "add" })).toEqual({ type: "call_tool", tool_name: "add", arguments: {} });
  expect(defineSchema({ name: "x_env", action: {}, observation: {} }).toolsOnly).toBe(false);
  expect(() => defineSchema({ name: "x_env" })).toThrow(InvalidArgumentError);
  expect(() => defineSchema({ name: "x_env", action: {}, tools: { add: {} } })).toThrow(InvalidArgumentError);
});

test.each([
  ["echo_message", "echoMessage"],
  ["find", "find"],
  ["a.b-c_d", "aBCD"],
  ["Reset", "reset"],
  ["getURL", "getURL"],
  ["__proto__", "proto"],
  ["_", "_"],
])("the method of %s is %s", (name, method) => {
  expect(toolMethodName(name)).toBe(method);
});
