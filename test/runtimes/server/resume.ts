/** Sessions that wait for their client when the socket breaks (docs/protocol.md, "Sessions that are resumed"). */
import assert from "node:assert/strict";
import { expectError } from "../harness/expect-error.ts";
import type { FixtureServer } from "../harness/fixture-process.ts";
import { Opcode } from "../harness/frame.ts";
import type { CaseScope, ServerCase } from "../harness/server-case.ts";
import type { WirePeer } from "../harness/wire-peer.ts";

const KEY = "0123456789abcdef-0123456789abcdef";

/** A socket of the session under the key, and what the server says of it. */
async function join(
  scope: CaseScope,
  server: FixtureServer,
  received?: number,
): Promise<{ peer: WirePeer; taken: unknown }> {
  const suffix = received === undefined ? "" : `&received=${received}`;
  const peer = await scope.connect(server, { path: `/ws/resume?key=${KEY}${suffix}` });
  const { type, data } = await peer.next();
  assert.equal(type, "session");
  assert.equal(typeof data["session_id"], "string");
  return { peer, taken: data["taken"] };
}

const gate = { type: "step", data: { type: "call_tool", tool_name: "gate", arguments: { name: "door" } } };

export const resumeCases: readonly ServerCase[] = [
  {
    title: "a session goes on over the next socket: what was under way was executed once, and its reply comes",
    verifies: ["session:resume:replies", "session:resume:once"],
    async run(scope) {
      const server = await scope.serve("tools", { options: { maxConcurrentEnvs: 1 } });
      const { peer, taken } = await join(scope, server);
      assert.equal(taken, 0);
      await peer.ask({ type: "step", data: { amount: 5 } });
      peer.send(gate);
      peer.send({ type: "step", data: { amount: 2 } });
      await server.event("waiting");
      // What arrived whole is executed, whether or not anybody is there.
      const pong = peer.nextPong();
      peer.sendFrame(Opcode.Ping, Buffer.from("?"));
      await pong;
      peer.abort();
      await server.release("door");
      const next = await join(scope, server, 1);
      assert.equal(next.taken, 3);
      assert.equal((await next.peer.next()).data.observation["tool_name"], "gate");
      assert.equal((await next.peer.next()).data.observation["count"], 7);
      assert.equal((await next.peer.ask({ type: "state" })).data["count"], 7);
      assert.equal(server.unread("closed"), 0);
    },
  },
  {
    title: "it keeps its slot for resumeWindowMs and ends then; who comes later is told",
    verifies: ["session:resume:window"],
    async run(scope) {
      const server = await scope.serve("tools", { options: { maxConcurrentEnvs: 1, resumeWindowMs: 300 } });
      const { peer } = await join(scope, server);
      peer.abort();
      expectError(await (await scope.connect(server)).next(), "CAPACITY_REACHED");
      await server.event("closed");
      assert.equal(await server.active(), 0);
      const late = await scope.connect(server, { path: `/ws/resume?key=${KEY}&received=0` });
      expectError(await late.next(), "SESSION_ERROR");
      late.send({ type: "state" });
      assert.equal((await late.closed).code, 1000);
    },
  },
  {
    title: "a client that says goodbye, by a message or by 1000, is not waited for",
    verifies: ["session:resume:end"],
    async run(scope) {
      const server = await scope.serve("tools");
      for (const leave of [
        (peer: WirePeer) => void peer.close(1000),
        (peer: WirePeer) => peer.send({ type: "close" }),
      ]) {
        const { peer } = await join(scope, server);
        leave(peer);
        await server.event("closed");
        assert.equal((await peer.closed).code, 1000);
        assert.equal(await server.active(), 0);
      }
    },
  },
  {
    title: "the newer socket takes over, since the older may be dead without the server's knowledge",
    verifies: ["session:resume:one-socket"],
    async run(scope) {
      const server = await scope.serve("tools");
      const { peer: older } = await join(scope, server);
      await older.ask({ type: "step", data: { amount: 1 } });
      const { peer: newer, taken } = await join(scope, server, 1);
      assert.equal(taken, 1);
      assert.equal((await older.closed).code, 1000);
      assert.equal((await newer.ask({ type: "step", data: { amount: 1 } })).data.observation["count"], 2);
      assert.equal(await server.active(), 1);
    },
  },
  {
    title: "replies that a client has acknowledged are forgotten; who asks for them again is refused",
    verifies: ["session:resume:acknowledged"],
    async run(scope) {
      const server = await scope.serve("tools");
      const { peer } = await join(scope, server);
      for (let count = 1; count <= 3; count += 1) await peer.ask({ type: "step", data: { amount: 1 } });
      peer.send({ type: "received", data: { count: 2 } });
      // It has no answer: the next message is that of the state.
      assert.equal((await peer.ask({ type: "state" })).type, "state");
      peer.abort();
      const early = await scope.connect(server, { path: `/ws/resume?key=${KEY}&received=1` });
      expectError(await early.next(), "SESSION_ERROR");
      const { peer: next, taken } = await join(scope, server, 2);
      assert.equal(taken, 4);
      assert.equal((await next.next()).data.observation["count"], 3);
      assert.equal((await next.next()).data["count"], 3);
    },
  },
  {
    title: "a key that could be guessed is refused, and any where nothing is resumed",
    verifies: ["session:resume:refused"],
    async run(scope) {
      const server = await scope.serve("tools");
      for (const query of ["", "?key=short", `?key=${KEY}&received=-1`, `?key=${KEY}&received=x`]) {
        await assert.rejects(scope.connect(server, { path: `/ws/resume${query}` }), /403/);
      }
      const without = await scope.serve("tools", { options: { resumeWindowMs: null } });
      await assert.rejects(scope.connect(without, { path: `/ws/resume?key=${KEY}` }), /403/);
      assert.equal(await without.active(), 0);
    },
  },
];
