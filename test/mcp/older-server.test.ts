/** Our clients on the wire of openenv 0.3.2, by a stand-in (older-server.ts): what they understand, and what they refuse. */
import {
  McpToolClient,
  ProtocolViolationError,
  SessionLostError,
  TasksUnsupportedError,
  ToolError,
} from "@openenv/core";
import { ToolsEnv } from "@openenv-interop/tools";
import { describe, expect, test } from "bun:test";
import { verifies } from "../conformance/verifies.ts";
import { startOlderServer } from "./older-server.ts";

const NAMES = ["add", "describe", "bump", "fail"];

describe.each(["mcp", "step"] as const)("an older server, tools by %s", (toolCalls) => {
  test("is listed and called: snake_case, null descriptions, values by text alone", async () => {
    verifies("mcp:client:older");
    await using server = startOlderServer();
    await using env = await McpToolClient.connect(server.url, { toolCalls });
    const { observation, metadata } = await env.reset({ episode_id: "old" });
    expect([observation, metadata]).toEqual([{}, {}]);
    const tools = await env.listTools();
    expect(tools.map(({ name }) => name)).toEqual(NAMES);
    expect(tools[3]).toEqual({ name: "fail", description: "", inputSchema: { type: "object", properties: {} } });
    expect([await env.hasTool("add"), (await env.getTool("nope")) === undefined]).toEqual([true, true]);
    expect(await env.callTool("add", { a: 2, b: 3 })).toBe(5);
    expect(await env.callTool("bump")).toBe(1);
    expect(await env.callTool("describe", { subject: "ann" })).toEqual({ subject: "ann", style: "short", letters: 3 });
    for (const name of ["fail", "nope"]) expect(env.callTool(name)).rejects.toBeInstanceOf(ToolError);
    expect(await env.state()).toMatchObject({ episode_id: "old", step_count: toolCalls === "step" ? 8 : 0 });
    // One dialect, as asked for.
    const types = new Set(server.frames.map((frame) => (JSON.parse(frame) as { type: string }).type));
    expect(types.has("step")).toBe(toolCalls === "step");
    expect(types.has("mcp")).toBe(toolCalls === "mcp");
  });

  test("is driven by a typed client", async () => {
    await using server = startOlderServer();
    await using env = await ToolsEnv.connect(server.url, { toolCalls });
    await env.reset();
    const sum: number = await env.tools.add({ a: 20, b: 22 });
    expect(sum).toBe(42);
  });
});

test("what an older server cannot do is refused by name, or done without", async () => {
  verifies("mcp:client:older", "client:resume:fallback");
  await using server = startOlderServer();
  const attaching = async (): Promise<unknown> => McpToolClient.connect(server.url, { sessionId: "mine" });
  expect(attaching()).rejects.toBeInstanceOf(ProtocolViolationError);
  await using env = await McpToolClient.connect(server.url, { resume: true });
  expect(await env.callTool("bump")).toBe(1);
  expect(env.listTasks("train")).rejects.toBeInstanceOf(TasksUnsupportedError);
  await server[Symbol.asyncDispose]();
  expect(env.callTool("bump")).rejects.toBeInstanceOf(SessionLostError);
});
