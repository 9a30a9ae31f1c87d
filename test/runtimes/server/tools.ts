/** Tools, on every carrier but the one of the MCP specification (PROTOCOL §3; streamable-http.ts has that one). */
import assert from "node:assert/strict";
import { expectError } from "../harness/expect-error.ts";
import { post } from "../harness/http.ts";
import { askRpc, checked, postRpc, rpc, type RpcAnswer } from "../harness/json-rpc.ts";
import type { ServerCase } from "../harness/server-case.ts";
import type { WirePeer } from "../harness/wire-peer.ts";

async function stepTool(peer: WirePeer, name: string, args?: object): Promise<Record<string, unknown>> {
  const action = { type: "call_tool", tool_name: name, ...(args !== undefined && { arguments: args }) };
  const { type, data } = await peer.ask({ type: "step", data: action });
  assert.equal(type, "observation");
  assert.equal(data["reward"], null);
  assert.equal(data["done"], false);
  return { ...data.observation };
}

const errorType = ({ error }: Record<string, unknown>): unknown => (error as { error_type: string }).error_type;

export const toolCases: readonly ServerCase[] = [
  {
    title: "list_tools and call_tool are steps that count, beside the environment's own action",
    verifies: ["mcp:step:list", "mcp:step:call", "mcp:step:counts"],
    async run(scope) {
      const { peer } = await scope.open("tools");
      await peer.ask({ type: "reset" });
      const { observation } = (await peer.ask({ type: "step", data: { type: "list_tools" } })).data;
      const listed = observation["tools"] as Record<string, unknown>[];
      assert.deepEqual(Object.keys(listed[0] ?? {}), ["name", "description", "input_schema"]);
      assert.ok(listed.every((tool) => typeof tool["description"] === "string"));
      assert.deepEqual(await stepTool(peer, "add", { a: 2, b: 3 }), {
        tool_name: "add",
        result: {
          content: [{ type: "text", text: "5", annotations: null, meta: null }],
          structured_content: { result: 5 },
          meta: { fastmcp: { wrap_result: true } },
          data: 5,
          is_error: false,
        },
        error: null,
        metadata: {},
      });
      await stepTool(peer, "fail");
      assert.equal((await peer.ask({ type: "step", data: { amount: 4 } })).data["reward"], 1);
      assert.equal((await peer.ask({ type: "state" })).data["step_count"], 4);
    },
  },
  {
    title: "a failing tool is a result with the kind of its failure, and the session goes on",
    verifies: ["mcp:step:errors", "mcp:timeout"],
    async run(scope) {
      const { peer } = await scope.open("tools", { options: { toolTimeoutMs: 80 } });
      assert.deepEqual((await stepTool(peer, "fail", { reason: "x" }))["error"], {
        error_type: "execution_error",
        message: "tool failed: x",
      });
      assert.equal(errorType(await stepTool(peer, "nope")), "tool_not_found");
      assert.equal(errorType(await stepTool(peer, "toString")), "tool_not_found");
      assert.equal(errorType(await stepTool(peer, "add", { a: "x" })), "invalid_args");
      assert.equal(errorType(await stepTool(peer, "add", { a: 1, c: 1 })), "invalid_args");
      assert.equal(errorType(await stepTool(peer, "misfit")), "execution_error");
      const slow = await stepTool(peer, "sleep", { ms: 300 });
      assert.equal(errorType(slow), "timeout");
      assert.equal(slow["result"], null);
      await new Promise((resolve) => setTimeout(resolve, 350));
      assert.equal((await stepTool(peer, "add", { a: 1 }))["error"], null);
    },
  },
  {
    title: "OE-45: without tools a field called type means what the environment says; with them the envelope is closed",
    verifies: ["mcp:step:own-type", "mcp:step:closed"],
    async run(scope) {
      const { peer } = await scope.open("tools", { params: { lookalike: true } });
      const missing = expectError(await peer.ask({ type: "step", data: { type: "call_tool" } }), "VALIDATION_ERROR");
      assert.deepEqual(missing.errors[0]?.loc, ["x"]);
      assert.equal((await peer.ask({ type: "step", data: { type: "call_tool", x: 1 } })).type, "observation");
      const listing = await peer.ask({ type: "step", data: { type: "list_tools" } });
      assert.deepEqual(expectError(listing, "VALIDATION_ERROR").errors[0]?.loc, ["type"]);
      const other = (await scope.open("tools")).peer;
      const extra = await other.ask({ type: "step", data: { type: "call_tool", tool_name: "add", zz: 1 } });
      assert.deepEqual(expectError(extra, "VALIDATION_ERROR").errors[0]?.loc, ["zz"]);
      const nameless = await other.ask({ type: "step", data: { type: "call_tool" } });
      assert.deepEqual(expectError(nameless, "VALIDATION_ERROR").errors[0]?.loc, ["tool_name"]);
    },
  },
  {
    title: "OE-61: tools called constructor and __proto__ are tools like any other, on both dialects",
    verifies: ["mcp:names"],
    async run(scope) {
      const { peer } = await scope.open("tools");
      for (const [name, value] of [
        ["constructor", "built"],
        ["__proto__", "inherited"],
      ] as const) {
        assert.equal((await askRpc(peer, "tools/call", { name })).result.data, value);
        const { result } = (await stepTool(peer, name)) as { result: { data: unknown } };
        assert.equal(result.data, value);
      }
    },
  },
  {
    title: "mcp messages have the shapes of FastMCP, every description a text, data always filled",
    verifies: ["mcp:rpc:list", "mcp:rpc:call", "mcp:rpc:errors"],
    async run(scope) {
      const { peer } = await scope.open("tools");
      const { tools } = (await askRpc(peer, "tools/list", { cursor: "x" })).result;
      assert.deepEqual(Object.keys(tools[0] ?? {}), [
        "name",
        "title",
        "description",
        "inputSchema",
        "outputSchema",
        "icons",
        "annotations",
        "meta",
        "execution",
      ]);
      assert.ok(tools.every((tool) => typeof tool["description"] === "string"));
      for (const value of [1, "text", null, [1, [2]], { deep: { a: [] } }]) {
        const { result } = await askRpc(peer, "tools/call", { name: "anything", arguments: { value } });
        assert.deepEqual(result.data, value);
        assert.equal(result["is_error"], false);
      }
      const code = async (method: string, params?: object): Promise<number> => {
        return (await askRpc(peer, method, params)).error.code;
      };
      assert.equal(await code("tools/call", { name: "nope" }), -32_603);
      assert.equal(await code("tools/call", { name: "add", arguments: { a: "x" } }), -32_603);
      assert.equal(await code("tools/call", { name: "add", arguments: [1] }), -32_603);
      assert.equal(await code("tools/call", { name: "fail" }), -32_603);
      assert.equal(await code("tools/call", {}), -32_602);
      assert.equal(await code("initialize"), -32_601);
      assert.equal((await peer.ask({ type: "state" })).data["step_count"], 0);
    },
  },
  {
    title: "OE-59: a tool that calls another tool, or lists them over HTTP, does not deadlock",
    verifies: ["mcp:nested"],
    async run(scope) {
      const { server, peer } = await scope.open("tools");
      assert.equal((await askRpc(peer, "tools/call", { name: "add_twice", arguments: { a: 3 } })).result.data, 6);
      const since = performance.now();
      const asked = await askRpc(peer, "tools/call", { name: "ask", arguments: { url: server.url } });
      assert.ok((asked.result.data as string[]).includes("add"));
      assert.ok(performance.now() - since < 1000);
    },
  },
  {
    title: "calls of one session run one at a time over all carriers, and hold up no other session",
    verifies: ["mcp:serialised", "mcp:concurrent"],
    async run(scope) {
      const server = await scope.serve("tools", { options: { maxConcurrentEnvs: 3 } });
      const { session_id: id } = (await postRpc(server.url, "openenv/session/create")).result;
      const peer = await scope.connect(server, { path: `/ws?session_id=${id}` });
      const other = await scope.connect(server);
      const held = postRpc(server.url, "tools/call", { name: "gate", arguments: { name: "go" }, session_id: id });
      assert.equal(await server.event("waiting"), "go");
      peer.send({ type: "step", data: { amount: 1 } });
      const behind = postRpc(server.url, "tools/call", { name: "count", session_id: id });
      assert.equal((await askRpc(other, "tools/call", { name: "count" })).result.data, 1);
      assert.equal((await postRpc(server.url, "tools/call", { name: "count" })).result.data, 1);
      await server.release("go");
      assert.equal((await held).result.data, "go");
      assert.equal((await peer.next()).data.observation["count"], 1);
      assert.equal((await behind).result.data, 2);
      assert.equal(server.unread("overlapped"), 0);
    },
  },
  {
    title: "closing a session whose call is running or waiting gives three well-formed answers",
    verifies: ["mcp:close-during-call"],
    async run(scope) {
      const server = await scope.serve("tools");
      const { session_id: id } = (await postRpc(server.url, "openenv/session/create")).result;
      const gate = { name: "gate", arguments: { name: "end" }, session_id: id };
      const running = postRpc(server.url, "tools/call", gate);
      await server.event("waiting");
      const waiting = postRpc(server.url, "tools/call", { name: "count", session_id: id });
      await new Promise((resolve) => setTimeout(resolve, 30));
      const closing = await postRpc(server.url, "openenv/session/close", { session_id: id });
      assert.deepEqual(closing.result, { session_id: id, closed: true });
      assert.equal((await waiting).error.code, -32_602);
      await server.release("end");
      assert.equal((await running).result.data, "end");
      await server.event("closed");
      assert.equal((await postRpc(server.url, "tools/call", { name: "count", session_id: id })).error.code, -32_602);
      assert.equal(await server.active(), 0);
    },
  },
  {
    title: "POST /mcp without a session has an environment for the one call; a failing factory is -32000",
    verifies: ["mcp:http:stateless", "mcp:http:factory", "mcp:unsupported"],
    async run(scope) {
      const server = await scope.serve("tools");
      for (let n = 0; n < 2; n += 1) {
        assert.equal((await postRpc(server.url, "tools/call", { name: "count" })).result.data, 1);
        await server.event("closed");
      }
      assert.equal(await server.active(), 0);
      const broken = await scope.serve("tools", { params: { broken: true } });
      const failed = await postRpc(broken.url, "tools/call", { name: "count" });
      assert.equal(failed.error.code, -32_000);
      assert.deepEqual(failed.error.data, { factory_name: "makeTools" });
      const plain = await scope.serve("counter");
      assert.equal((await postRpc(plain.url, "tools/list")).error.code, -32_603);
      const nulls = await post(`${server.url}/mcp`, { jsonrpc: "2.0", id: null, method: "tools/list", params: null });
      assert.equal(checked(nulls.json).id, null);
    },
  },
  {
    title: "OE-64: in production mode tools are served over /mcp, and there is no /step",
    verifies: ["mcp:production"],
    async run(scope) {
      const server = await scope.serve("tools", { options: { mode: "production" } });
      assert.equal((await postRpc(server.url, "tools/call", { name: "add", arguments: { a: 1 } })).result.data, 2);
      assert.equal((await post(`${server.url}/step`, { action: { amount: 1 } })).status, 404);
    },
  },
  {
    title: "the socket /mcp speaks bare JSON-RPC, counts in the capacity, and survives what is no request",
    verifies: ["mcp:socket", "mcp:socket:errors"],
    async run(scope) {
      const server = await scope.serve("tools", { options: { maxConcurrentEnvs: 1 } });
      const peer = await scope.connect(server, { path: "/mcp" });
      const ask = async (text: string): Promise<RpcAnswer> => {
        peer.sendText(text);
        return checked(JSON.parse(await peer.nextText()));
      };
      const count = JSON.stringify(rpc("tools/call", { name: "count" }, "a"), undefined, 2);
      assert.equal((await ask(count)).result.data, 1);
      assert.equal((await ask("{bad")).error.code, -32_700);
      assert.equal((await ask("[]")).error.code, -32_600);
      assert.equal((await ask('{"jsonrpc":"2.0"}')).error.code, -32_600);
      assert.equal((await ask(count)).result.data, 2);
      const { session_id: own } = (await ask(JSON.stringify(rpc("openenv/session/create")))).result;
      assert.equal((await ask(JSON.stringify(rpc("openenv/session/close", { session_id: own })))).error.code, -32_600);
      assert.equal(await server.active(), 1);
    },
  },
  {
    title: "a socket /mcp over capacity is told so in JSON-RPC with both counts, then closed",
    verifies: ["mcp:socket:capacity"],
    async run(scope) {
      const server = await scope.serve("tools", { options: { maxConcurrentEnvs: 1 } });
      await scope.connect(server, { path: "/mcp" });
      const refused = await scope.connect(server, { path: "/mcp" });
      const { id, error } = checked(JSON.parse(await refused.nextText()));
      assert.equal(id, null);
      assert.equal(error.code, -32_000);
      assert.deepEqual(error.data, { active_sessions: 1, max_sessions: 1 });
      assert.equal((await refused.closed).code, 1000);
    },
  },
  {
    title: "exposeErrors: false hides what a tool says, not that it failed",
    verifies: ["mcp:expose-errors"],
    async run(scope) {
      const { peer } = await scope.open("tools", { options: { exposeErrors: false } });
      assert.deepEqual((await stepTool(peer, "fail", { reason: "secret" }))["error"], {
        error_type: "execution_error",
        message: "The tool failed.",
      });
    },
  },
];
