/** `/mcp/stream`, request by request; test/mcp has the clients that others wrote. */
import assert from "node:assert/strict";
import { type HttpAnswer, request } from "../harness/http.ts";
import { checked, rpc, type RpcAnswer } from "../harness/json-rpc.ts";
import type { ServerCase } from "../harness/server-case.ts";

const initialize = rpc("initialize", {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
});

function send(url: string, message: unknown, headers: Record<string, string> = {}): Promise<HttpAnswer> {
  return request(`${url}/mcp/stream`, {
    method: "POST",
    body: typeof message === "string" ? message : JSON.stringify(message),
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
  });
}

async function begin(url: string): Promise<Record<string, string>> {
  const { headers } = await send(url, initialize);
  return { "mcp-session-id": headers.get("mcp-session-id") ?? "", "mcp-protocol-version": "2025-06-18" };
}

const rpcOf = ({ json }: HttpAnswer): RpcAnswer => checked(json);

export const streamableHttpCases: readonly ServerCase[] = [
  {
    title: "OE-63: initialize begins a session, which takes a slot, keeps its state, and ends by DELETE",
    verifies: ["mcp:stream:initialize", "mcp:stream:session"],
    async run(scope) {
      const server = await scope.serve("tools", { options: { maxConcurrentEnvs: 1 } });
      const first = await send(server.url, initialize);
      assert.equal(first.status, 200);
      const { protocolVersion, serverInfo, capabilities } = rpcOf(first).result;
      assert.equal(protocolVersion, "2025-06-18");
      assert.deepEqual(serverInfo, { name: "tools_env", version: "1.2.3" });
      assert.deepEqual(capabilities, { tools: { listChanged: false } });
      const session = { "mcp-session-id": first.headers.get("mcp-session-id") ?? "" };
      for (const want of [1, 2]) {
        const called = rpcOf(await send(server.url, rpc("tools/call", { name: "count" }), session));
        assert.deepEqual(called.result["structuredContent"], { result: want });
      }
      const full = rpcOf(await send(server.url, initialize));
      assert.deepEqual(full.error.data, { active_sessions: 1, max_sessions: 1 });
      const gone = await request(`${server.url}/mcp/stream`, { method: "DELETE", headers: session });
      assert.equal(gone.status, 204);
      await server.event("closed");
      assert.equal((await send(server.url, rpc("ping"), session)).status, 404);
      assert.equal(await server.active(), 0);
    },
  },
  {
    title: "OE-63: a notification has no answer, a response neither; ping and batches have",
    verifies: ["mcp:stream:notifications", "mcp:stream:batch"],
    async run(scope) {
      const server = await scope.serve("tools");
      const session = await begin(server.url);
      const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };
      for (const message of [initialized, { jsonrpc: "2.0", id: 1, result: {} }, [initialized, initialized]]) {
        const { status, text } = await send(server.url, message, session);
        assert.deepEqual([status, text], [202, ""]);
      }
      assert.deepEqual(rpcOf(await send(server.url, rpc("ping", undefined, "p"), session)).result, {});
      const batch = await send(
        server.url,
        [rpc("ping", undefined, 1), initialized, rpc("nope", undefined, 2)],
        session,
      );
      const answers = batch.json as unknown as RpcAnswer[];
      assert.deepEqual(
        answers.map(({ id }) => id),
        [1, 2],
      );
      assert.equal(answers[1]?.error.code, -32_601);
    },
  },
  {
    title: "MCP-07: a failed call is a result with isError, an unknown tool an error",
    verifies: ["mcp:stream:tools"],
    async run(scope) {
      const server = await scope.serve("tools");
      const session = await begin(server.url);
      const { tools } = rpcOf(await send(server.url, rpc("tools/list"), session)).result;
      const add = tools.find(({ name }) => name === "add");
      assert.deepEqual(Object.keys(add ?? {}), ["name", "description", "inputSchema", "outputSchema"]);
      const failed = rpcOf(await send(server.url, rpc("tools/call", { name: "fail" }), session)).result;
      assert.deepEqual(failed, { content: [{ type: "text", text: "tool failed: no reason" }], isError: true });
      const wrong = rpcOf(await send(server.url, rpc("tools/call", { name: "add", arguments: {} }), session)).result;
      assert.equal(wrong["isError"], true);
      const unknown = rpcOf(await send(server.url, rpc("tools/call", { name: "nope" }), session));
      assert.equal(unknown.error.code, -32_602);
    },
  },
  {
    title: "MCP-05: what is no request of the transport is refused by its status, an unknown session by 404",
    verifies: ["mcp:stream:refusals", "mcp:stream:origin"],
    async run(scope) {
      const server = await scope.serve("tools", { options: { allowedOrigins: ["https://friend.example"] } });
      const session = await begin(server.url);
      assert.equal((await send(server.url, "{bad", session)).status, 400);
      assert.equal((await send(server.url, rpc("ping"))).status, 400);
      assert.equal((await send(server.url, rpc("ping"), { "mcp-session-id": "nobody" })).status, 404);
      const old = { ...session, "mcp-protocol-version": "1999-01-01" };
      assert.equal((await send(server.url, rpc("ping"), old)).status, 400);
      assert.equal((await request(`${server.url}/mcp/stream`)).status, 405);
      const from = async (origin: string): Promise<number> => {
        return (await send(server.url, rpc("ping"), { ...session, origin })).status;
      };
      assert.equal(await from("http://evil.example:8000"), 403);
      assert.equal(await from("null"), 403);
      assert.equal(await from("https://friend.example"), 200);
      assert.equal(await from("http://localhost:6274"), 200);
    },
  },
  {
    title: "MCP-01: a session that is gone is 404 whatever is asked, and to initialize begins another",
    verifies: ["mcp:stream:session"],
    async run(scope) {
      const server = await scope.serve("tools", { options: { detachedTimeoutMs: 100 } });
      const gone = await begin(server.url);
      await server.event("closed");
      for (const message of [rpc("tools/list"), rpc("ping"), rpc("tools/call", { name: "count" })]) {
        assert.equal((await send(server.url, message, gone)).status, 404);
      }
      const again = await begin(server.url);
      const { result } = rpcOf(await send(server.url, rpc("tools/call", { name: "count" }), again));
      assert.deepEqual(result["structuredContent"], { result: 1 });
    },
  },
  {
    title: "MCP-03: clients that initialize at once have sessions of their own, and errors their requests' ids",
    verifies: ["mcp:stream:initialize", "session:isolated"],
    async run(scope) {
      const server = await scope.serve("tools");
      const sessions = await Promise.all([1, 2, 3].map(() => begin(server.url)));
      assert.equal(new Set(sessions.map((session) => session["mcp-session-id"])).size, 3);
      const call = rpc("tools/call", { name: "count" });
      const counts = await Promise.all(sessions.map(async (session) => rpcOf(await send(server.url, call, session))));
      for (const { result } of counts) assert.deepEqual(result["structuredContent"], { result: 1 });
      const failed = rpcOf(await send(server.url, rpc("no/method", undefined, "mine"), sessions[0]));
      assert.deepEqual([failed.id, failed.error.code], ["mine", -32_601]);
    },
  },
  {
    title: "a socket attaches to an MCP session, and both act on one environment",
    verifies: ["mcp:stream:attach"],
    async run(scope) {
      const server = await scope.serve("tools");
      const session = await begin(server.url);
      const peer = await scope.connect(server, { path: `/ws?session_id=${session["mcp-session-id"]}` });
      await peer.ask({ type: "step", data: { amount: 5 } });
      const { result } = rpcOf(await send(server.url, rpc("tools/call", { name: "count" }), session));
      assert.deepEqual(result["structuredContent"], { result: 6 });
    },
  },
];
