/** Our clients of tools, on our server and on Python's, in both dialects, async and blocking. */
import {
  McpToolClient,
  ProtocolViolationError,
  SessionError,
  SessionLostError,
  ToolError,
  ValidationError,
} from "@openenv/core";
import { CallToolAction, ListToolsAction, ToolsEnv } from "@openenv-interop/tools";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { verifies } from "../conformance/verifies.ts";
import { toolServers, type ToolServer } from "./servers.ts";

interface RpcResult {
  readonly session_id: string;
  readonly data: unknown;
}

async function post(url: string, method: string, params: object = {}): Promise<RpcResult> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const response = await fetch(`${url}/mcp`, { method: "POST", body, headers: { "content-type": "application/json" } });
  return ((await response.json()) as { result: RpcResult }).result;
}

async function attach(url: string, sessionId: string): Promise<McpToolClient> {
  return await McpToolClient.connect(url, { sessionId });
}

const LIMIT_MS = 120_000;
const NAMES = ["add", "describe", "bump", "fail"];

for (const name of ["bun", "python"]) {
  const start = toolServers[name];
  if (start === undefined) test.skip(`a server on ${name}: it is not on the machine`, () => {});
  else describe(`a server on ${name}`, () => suite(start));
}

function suite(start: () => Promise<ToolServer>): void {
  let server: ToolServer;
  beforeAll(async () => {
    server = await start();
  }, LIMIT_MS);
  afterAll(() => server[Symbol.asyncDispose]());

  describe.each(["mcp", "step"] as const)("calls by %s", (toolCalls) => {
    test("an async client lists, finds and calls tools", async () => {
      verifies("mcp:client:calls", "mcp:client:python");
      await using env = await McpToolClient.connect(server.url, { toolCalls });
      await env.reset({ episode_id: "tools" });
      const tools = await env.listTools();
      expect(tools.map((tool) => tool.name)).toEqual(NAMES);
      expect(tools[0]).toMatchObject({ description: "Add two whole numbers.", inputSchema: { required: ["a", "b"] } });
      expect(await env.getTool("describe")).toMatchObject({ name: "describe" });
      expect(await env.getTool("nope")).toBeUndefined();
      expect([await env.hasTool("bump"), await env.hasTool("nope")]).toEqual([true, false]);
      expect(await env.callTool("add", { a: 2, b: 3 })).toBe(5);
      expect(await env.callTool("describe", { subject: "ann" })).toEqual({
        subject: "ann",
        style: "short",
        letters: 3,
      });
      // Listings and calls are steps, or they are not.
      expect((await env.state()).step_count).toBe(toolCalls === "step" ? 7 : 0);
    });

    test("failures are thrown, and the session goes on", async () => {
      verifies("mcp:client:errors");
      await using env = await McpToolClient.connect(server.url, { toolCalls });
      for (const [name, args] of [
        ["fail", {}],
        ["nope", {}],
        ["add", { a: "x", b: 1 }],
      ] as const) {
        const error: unknown = await env.callTool(name, args).catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(ToolError);
        expect((error as ToolError).message).toStartWith(`The tool ${name} failed: `);
        if (toolCalls === "step") expect((error as ToolError).errorType).toBeString();
      }
      expect(await env.callTool("bump")).toBe(1);
    });

    test("a blocking client does the same", () => {
      using env = McpToolClient.sync(server.url, { toolCalls });
      env.reset();
      expect(env.listTools().map((tool) => tool.name)).toEqual(NAMES);
      expect(env.hasTool("add")).toBe(true);
      expect(env.getTool("add")?.name).toBe("add");
      expect(env.callTool("add", { a: 2, b: 3 })).toBe(5);
      expect(() => env.callTool("fail")).toThrow(ToolError);
      expect(env.callTool("bump", { by: 2 })).toBe(2);
    });

    test("tools are typed methods, async and blocking", async () => {
      verifies("mcp:client:typed");
      await using env = await ToolsEnv.connect(server.url, { toolCalls });
      const sum: number = await env.tools.add({ a: 1, b: 2 });
      expect(sum).toBe(3);
      expect(await env.tools.bump()).toBe(1);
      expect(await env.tools.bump({ by: 4 }, { timeoutMs: 5000 })).toBe(5);
      expect(await env.callTool("describe", { subject: "bo", style: "long" })).toEqual({
        subject: "bo",
        style: "long",
        letters: 2,
      });
      using blocking = ToolsEnv.sync(server.url, { toolCalls });
      expect(blocking.tools.add({ a: 3, b: 4 })).toBe(7);
    });
  });

  test("arguments that do not fit are not sent", async () => {
    await using env = await ToolsEnv.connect(server.url);
    // @ts-expect-error a wrong type of an argument
    expect(env.tools.add({ a: "1", b: 2 })).rejects.toBeInstanceOf(ValidationError);
    // @ts-expect-error an unknown argument
    expect(env.callTool("bump", { bi: 2 })).rejects.toBeInstanceOf(ValidationError);
  });

  test("a step that calls a tool has a typed observation, and a failure is no exception", async () => {
    await using env = await ToolsEnv.connect(server.url);
    await env.reset();
    const called = await env.step(CallToolAction({ tool_name: "add", arguments: { a: 1, b: 2 } }));
    const sum: number | undefined = called.observation.result?.data;
    expect([sum, called.observation.error, called.reward, called.done]).toEqual([3, null, null, false]);
    const failed = await env.step(CallToolAction({ tool_name: "fail" }));
    expect(failed.observation).toMatchObject({
      tool_name: "fail",
      result: null,
      error: { error_type: "execution_error" },
    });
    const listed = await env.step(ListToolsAction());
    expect(listed.observation.tools.map((tool) => tool.name)).toEqual(NAMES);
    expect((await env.state()).step_count).toBe(3);
    // A call by JSON-RPC acts on the same environment.
    await env.step(CallToolAction({ tool_name: "bump", arguments: { by: 2 } }));
    expect(await env.tools.bump()).toBe(3);
  });

  test("OE-30: ten listings at once on a fresh client open one session", async () => {
    verifies("mcp:client:one-session");
    const env = new McpToolClient({ baseUrl: server.url });
    const lists = await Promise.all(Array.from({ length: 10 }, () => env.listTools()));
    expect(lists.map((tools) => tools.length)).toEqual(lists.map(() => 4));
    expect(await Promise.all([env.callTool("bump"), env.callTool("bump"), env.callTool("bump")])).toEqual([1, 2, 3]);
    await env.close();
  });

  test("a client attaches to a session made over HTTP, and says when it did not", async () => {
    verifies("mcp:client:attach");
    const sessionId = (await post(server.url, "openenv/session/create")).session_id;
    const bump = { name: "bump", session_id: sessionId };
    expect((await post(server.url, "tools/call", bump)).data).toBe(1);
    const env = await McpToolClient.connect(server.url, { sessionId });
    expect(await env.callTool("bump")).toBe(2);
    expect(attach(server.url, sessionId)).rejects.toThrow("already has an attached WebSocket");
    await env.close();
    expect((await post(server.url, "tools/call", bump)).data).toBe(3);
    using blocking = McpToolClient.sync(server.url, { sessionId });
    expect(blocking.callTool("bump")).toBe(4);
    blocking.close();
    await post(server.url, "openenv/session/close", { session_id: sessionId });
    expect(attach(server.url, sessionId)).rejects.toBeInstanceOf(SessionError);
  });

  test("a call on a lost session is not made on another one", async () => {
    await using env = await McpToolClient.connect(server.url);
    await env.callTool("bump");
    const given = env.callTool("bump", {}, { signal: AbortSignal.abort(new Error("enough")) });
    expect(given).rejects.toThrow("enough");
    const controller = new AbortController();
    const cut = env.callTool("bump", {}, { signal: controller.signal });
    controller.abort(new Error("cut"));
    expect(cut).rejects.toThrow("cut");
    expect(env.callTool("bump")).rejects.toBeInstanceOf(SessionLostError);
    await env.reset();
    expect(await env.callTool("bump")).toBe(1);
  });
}

test("a server that does not know how to attach is refused: it gave another session", async () => {
  const reply = { type: "mcp", data: { jsonrpc: "2.0", id: 0, result: { session_id: "another" } } };
  const old = Bun.serve({
    port: 0,
    fetch: (request, upgrader) => (upgrader.upgrade(request) ? undefined : new Response()),
    websocket: { message: (socket) => void socket.send(JSON.stringify(reply)) },
  });
  const connecting = attach(`http://127.0.0.1:${old.port}`, "mine");
  expect(connecting).rejects.toBeInstanceOf(ProtocolViolationError);
  expect(connecting).rejects.toThrow("did not attach");
  await old.stop(true);
});
