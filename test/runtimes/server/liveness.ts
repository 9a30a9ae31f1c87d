/** Idle sessions and peers that do not answer (PROTOCOL §2.8, §9.1 rows 5 and 6, §10.5). */
import assert from "node:assert/strict";
import process from "node:process";
import type { ServerCase } from "../harness/server-case.ts";

const isFull = process.env["OPENENV_TEST_FULL"] === "1";

/** Deno's heartbeat counts whole seconds. */
const heartbeat = { pingIntervalMs: 50, pingTimeoutMs: 150 };

export const livenessCases: readonly ServerCase[] = [
  {
    title: "WS-12: a session without a message for idleTimeoutMs ends, and its socket with it; any message is one",
    verifies: ["session:idle:closed", "session:idle:activity"],
    async run(scope) {
      const { server, peer: stepping } = await scope.open("slow", { options: { idleTimeoutMs: 100 } });
      const asking = await scope.connect(server);
      stepping.send({ type: "step", data: { gate: "g" } });
      await server.event("waiting");
      // Whoever comes last ends last.
      await asking.ask({ type: "state" });
      const idle = await scope.connect(server);
      await idle.ask({ type: "state" });
      const end = idle.closed.then(() => "ended");
      const ask = (): Promise<string> => asking.ask({ type: "state" }).then(({ type }) => type);
      while ((await Promise.race([end, ask()])) === "state");
      const { code, reason } = await idle.closed;
      assert.equal(code, 1000);
      assert.match(reason, /idle/);
      await server.event("closed");
      assert.equal(await server.active(), 2);
      // A step that takes longer than the limit is no idleness.
      await server.release("g");
      assert.equal((await stepping.next()).type, "observation");
    },
  },
  {
    title:
      "a half-open socket is reaped and its slot is free; a peer that answers pings stays, and so does a silent step",
    verifies: ["session:heartbeat:reaped", "session:heartbeat:pong"],
    async run(scope) {
      const server = await scope.serve("slow", { options: { ...heartbeat, maxConcurrentEnvs: 3 } });
      const answering = await scope.connect(server);
      await answering.ask({ type: "reset", data: { episode_id: "kept" } });
      const stepping = await scope.connect(server);
      stepping.send({ type: "step", data: { gate: "g" } });
      await server.event("waiting");
      const halfOpen = await scope.connect(server, { pong: false });
      await server.event("closed");
      // Deno says 1001 to whoever may still read it.
      assert.equal((await halfOpen.closed).code, scope.traits.pings ? 1006 : 1001);
      assert.equal(await server.active(), 2);
      assert.equal((await answering.ask({ type: "state" })).data["episode_id"], "kept");
      assert.ok(answering.pings > 0);
      await server.release("g");
      assert.equal((await stepping.next()).type, "observation");
      const next = await scope.connect(server);
      assert.equal((await next.ask({ type: "reset" })).type, "observation");
    },
  },
  {
    title: "WS-11: pingIntervalMs null sends no ping, and reaps nobody, not even a peer that would answer none",
    verifies: ["session:heartbeat:off"],
    async run(scope) {
      const silent = await scope.serve("counter", { options: { ...heartbeat, pingIntervalMs: null } });
      const mute = await scope.connect(silent, { pong: false });
      // As long as another server takes to reap a peer like it.
      const { server } = await scope.open("counter", { options: heartbeat });
      await scope.connect(server, { pong: false });
      await server.event("closed");
      assert.equal(mute.pings, 0);
      assert.equal((await mute.ask({ type: "state" })).type, "state");
    },
  },
  {
    title: "WS-13: limits of hours are taken, and a session within them lives",
    verifies: ["session:idle:activity"],
    async run(scope) {
      const day = 24 * 60 * 60 * 1000;
      const limits = { idleTimeoutMs: day, detachedTimeoutMs: day, pingIntervalMs: day, pingTimeoutMs: 365 * day };
      const { server, peer } = await scope.open("counter", { options: limits });
      // As long as a server with short limits takes to reap.
      const other = await scope.open("counter", { options: { idleTimeoutMs: 50 } });
      await other.server.event("closed");
      assert.equal((await peer.ask({ type: "state" })).type, "state");
      assert.equal((await server.settings())["idleTimeoutMs"], day);
    },
  },
  {
    title: "WS-12: a session that says nothing lives on where idleTimeoutMs is null, whatever the runtime's own limit",
    verifies: ["session:idle:default"],
    async run(scope) {
      const { peer } = await scope.open("counter");
      await peer.ask({ type: "reset", data: { episode_id: "quiet" } });
      // Bun's own limit would be two minutes, Deno's half of one.
      await new Promise((resolve) => setTimeout(resolve, isFull ? 150_000 : 1000));
      assert.equal((await peer.ask({ type: "state" })).data["episode_id"], "quiet");
    },
  },
];
