/** What a client makes of the answers of servers that differ: our own, openenv 0.3 and 0.10, and others. */
import { ProtocolViolationError, ToolError } from "@openenv/core";
import { describe, expect, test } from "bun:test";
import { ToolCodec, type ToolRequest } from "../../src/client/tool-codec.ts";

const byRpc = (): ToolCodec<never> => new ToolCodec(undefined, true, "mcp");
const byStep = (): ToolCodec<never> => new ToolCodec(undefined, true, "step");

function answer({ read, text }: ToolRequest, result: unknown): unknown {
  const { data } = JSON.parse(text) as { data: { id: number } };
  return read({ jsonrpc: "2.0", id: data.id, result }, "");
}

describe("a listing", () => {
  const list = (result: unknown): unknown =>
    answer(
      byRpc().list((tools) => tools),
      result,
    );

  test("has one form, whichever spelling the server has; a description is a text", () => {
    const camel = { name: "a", description: null, inputSchema: { type: "object" }, outputSchema: null, meta: {} };
    const snake = { name: "b", input_schema: { type: "object" }, output_schema: { type: "string" } };
    expect(list({ tools: [camel, snake, { name: "c", description: "C" }] })).toEqual([
      { name: "a", description: "", inputSchema: { type: "object" } },
      { name: "b", description: "", inputSchema: { type: "object" }, outputSchema: { type: "string" } },
      { name: "c", description: "C", inputSchema: {} },
    ]);
  });

  test("that is none is an error, and no empty list", () => {
    expect(() => list({})).toThrow(ProtocolViolationError);
    expect(() => list(null)).toThrow(ProtocolViolationError);
    const { read } = byStep().list((tools) => tools);
    expect(() => read({ observation: {} }, "")).toThrow(ProtocolViolationError);
  });
});

describe("the value of a call", () => {
  const text = (value: string): object => ({ type: "text", text: value });
  test.each([
    ["data", { data: [1], structured_content: { result: [2] }, content: [] }, [1]],
    ["wrapped structured content", { data: null, structured_content: { result: 2 }, content: [text("2")] }, 2],
    ["structured content", { data: null, structured_content: { a: 1 }, content: [] }, { a: 1 }],
    ["the specification's structured content", { content: [text("3")], structuredContent: { result: 3 } }, 3],
    ["a JSON text", { data: null, structured_content: null, content: [text("[1,2]")] }, [1, 2]],
    ["a plain text", { data: null, content: [text("hello")] }, "hello"],
    ["nothing", { data: null, structured_content: null, content: [] }, null],
    ["an observation in place of a result", { tool_name: "x", result: 1 }, { tool_name: "x", result: 1 }],
    ["a value in place of a result", "raw", "raw"],
  ])("is read from %s", (_from, result, value) => {
    expect(answer(byRpc().call("x", {}), result)).toEqual(value);
    const step = byStep().call("x", {});
    expect(step.read({ observation: { tool_name: "x", result, error: null } }, "")).toEqual(value);
  });
});

test("errors of either dialect are one class, with what the server tells", () => {
  const { read, text } = byRpc().call("add", { a: 1 });
  expect(JSON.parse(text)).toEqual({
    type: "mcp",
    data: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "add", arguments: { a: 1 } } },
  });
  const failure = thrownBy(() => read({ id: 1, error: { code: -32_603, message: "no", data: null } }, ""));
  expect(failure).toBeInstanceOf(ToolError);
  expect(failure).toMatchObject({ message: "The tool add failed: no", details: { tool: "add", rpcCode: -32_603 } });
  const step = byStep().call("add", { a: 1 });
  expect(JSON.parse(step.text)).toEqual({
    type: "step",
    data: { type: "call_tool", tool_name: "add", arguments: { a: 1 } },
  });
  const error = { error_type: "timeout", message: "late" };
  expect(thrownBy(() => step.read({ observation: { result: null, error } }, ""))).toMatchObject({
    errorType: "timeout",
  });
});

test("an answer to another request is not taken for this one's", () => {
  const { read } = byRpc().call("add", {});
  expect(() => read({ id: 7, result: 1 }, "")).toThrow(ProtocolViolationError);
});

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}
