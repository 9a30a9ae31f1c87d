/** Sessions made over HTTP, and sockets that attach to them (PROTOCOL §2.10, §3.2; the room a later issue builds on). */
import assert from "node:assert/strict";
import { expectError } from "../harness/expect-error.ts";
import type { FixtureServer } from "../harness/fixture-process.ts";
import { type HttpAnswer, post, postText } from "../harness/http.ts";
import type { ServerCase } from "../harness/server-case.ts";

interface JsonRpcAnswer {
  readonly result?: { readonly session_id: string; readonly closed?: boolean; readonly closing?: boolean };
  readonly error?: { readonly code: number; readonly message: string; readonly data: unknown };
}

async function call(server: FixtureServer, method: string, params: object = {}): Promise<JsonRpcAnswer> {
  const answer: HttpAnswer = await post(`${server.url}/mcp`, { jsonrpc: "2.0", id: 1, method, params });
  assert.equal(answer.status, 200);
  return answer.json as JsonRpcAnswer;
}

async function create(server: FixtureServer): Promise<string> {
  return (await call(server, "openenv/session/create")).result?.session_id ?? "";
}

const close = (server: FixtureServer, id: string): Promise<JsonRpcAnswer> => {
  return call(server, "openenv/session/close", { session_id: id });
};

export const detachedCases: readonly ServerCase[] = [
  {
    title: "an unknown session_id is a SESSION_ERROR, and so is the session of another socket",
    verifies: ["session:attach:unknown"],
    async run(scope) {
      const { server, peer } = await scope.open("counter");
      const { data } = await peer.ask({
        type: "mcp",
        data: { jsonrpc: "2.0", id: 1, method: "openenv/session/create" },
      });
      const own = (data["result"] as { session_id: string }).session_id;
      for (const id of ["nobody", own]) {
        const stranger = await scope.connect(server, { path: `/ws?session_id=${id}` });
        stranger.send({ type: "state" });
        assert.match(
          expectError(await stranger.next(), "SESSION_ERROR").message,
          new RegExp(`Unknown session_id: ${id}`),
        );
        assert.equal((await stranger.closed).code, 1000);
      }
    },
  },
  {
    title: "WS-10: a handshake that asks for what is not there is told why and closed with a code and a reason as text",
    verifies: ["session:attach:unknown"],
    async run(scope) {
      const { server } = await scope.open("counter");
      for (const id of ["x".repeat(4000), "%F0%9F%99%82".repeat(200), "%00%22%5C", "[]"]) {
        const peer = await scope.connect(server, { path: `/ws?session_id=${id}` });
        peer.send({ type: "state" });
        assert.match(expectError(await peer.next(), "SESSION_ERROR").message, /^Unknown session_id: /);
        assert.deepEqual(await peer.closed, { code: 1000, reason: "" });
      }
      // One that breaks the rules later has a reason that fits its frame.
      const { peer } = await scope.open("counter", { options: { maxMessageBytes: 100 } });
      peer.send({ type: "step", data: { filler: "x".repeat(200) } });
      const { code, reason } = await peer.closed;
      assert.deepEqual([code, reason], [1009, "The limit is 100 bytes."]);
      const warnings = (await server.log()).filter(({ level }) => level === "error" || level === "warn");
      assert.deepEqual(warnings, []);
    },
  },
  {
    title: "a session made over HTTP outlives its sockets, one at a time",
    verifies: ["session:attach:survives", "session:attach:one-socket"],
    async run(scope) {
      const server = await scope.serve("counter", { options: { maxConcurrentEnvs: 1 } });
      const path = `/ws?session_id=${await create(server)}`;
      const first = await scope.connect(server, { path });
      await first.ask({ type: "reset", data: { start: 4 } });
      const second = await scope.connect(server, { path });
      assert.match(expectError(await second.next(), "SESSION_ERROR").message, /already has an attached WebSocket/);
      assert.equal((await first.ask({ type: "step", data: {} })).data.observation["total"], 5);
      first.send({ type: "close" });
      await first.closed;
      const later = await scope.connect(server, { path });
      assert.equal((await later.ask({ type: "state" })).data["total"], 5);
      assert.equal(server.unread("closed"), 0);
      assert.equal(await server.active(), 1);
    },
  },
  {
    title: "OE-29: closing a session with a socket on it ends it when the socket goes, and its slot is free",
    verifies: ["session:attach:close-on-detach"],
    async run(scope) {
      const server = await scope.serve("counter", { options: { maxConcurrentEnvs: 1 } });
      const id = await create(server);
      const peer = await scope.connect(server, { path: `/ws?session_id=${id}` });
      await peer.ask({ type: "reset" });
      assert.deepEqual((await close(server, id)).result, { session_id: id, closed: false, closing: true });
      assert.equal((await peer.ask({ type: "step", data: {} })).type, "observation");
      await peer.close();
      await server.event("closed");
      assert.equal(await server.active(), 0);
    },
  },
  {
    title: "OE-30: of many closes of one session one succeeds, and its environment closes once",
    verifies: ["session:attach:close-once"],
    async run(scope) {
      const server = await scope.serve("counter");
      const id = await create(server);
      const answers = await Promise.all(Array.from({ length: 5 }, () => close(server, id)));
      assert.equal(answers.filter(({ result }) => result?.closed === true).length, 1);
      for (const { error } of answers.filter(({ result }) => result === undefined)) {
        assert.equal(error?.code, -32_602);
        assert.match(error?.message ?? "", /Unknown session_id/);
      }
      await server.event("closed");
      assert.equal(server.unread("closed"), 0);
      assert.equal(await server.active(), 0);
    },
  },
  {
    title: "sessions made over HTTP count, and a full or failing server says so in JSON-RPC",
    verifies: ["session:capacity:http", "http:mcp:errors"],
    async run(scope) {
      const server = await scope.serve("counter", { options: { maxConcurrentEnvs: 1 } });
      const id = await create(server);
      const full = await call(server, "openenv/session/create");
      assert.equal(full.error?.code, -32_000);
      assert.deepEqual(full.error?.data, { active_sessions: 1, max_sessions: 1 });
      expectError(await (await scope.connect(server)).next(), "CAPACITY_REACHED");
      assert.equal((await close(server, id)).result?.closed, true);
      const broken = await scope.serve("startup", { params: { factory: "reject" } });
      const failed = await call(broken, "openenv/session/create");
      assert.equal(failed.error?.code, -32_000);
      assert.deepEqual(failed.error?.data, { factory_name: "makeWords" });
      assert.equal(await broken.active(), 0);
      const text = await postText(`${server.url}/mcp`, "not json");
      assert.equal((text.json as JsonRpcAnswer).error?.code, -32_700);
    },
  },
  {
    title: "a session without a socket ends after detachedTimeoutMs; one with a socket does not",
    verifies: ["session:detached:timeout"],
    async run(scope) {
      const server = await scope.serve("counter", { options: { detachedTimeoutMs: 100 } });
      const attached = await create(server);
      const kept = await server.event("made");
      const peer = await scope.connect(server, { path: `/ws?session_id=${attached}` });
      await create(server);
      const left = await server.event("made");
      assert.notEqual(left, kept);
      assert.equal(await server.event("closed"), left);
      assert.equal((await peer.ask({ type: "reset" })).data.observation["secret"], kept);
    },
  },
];
