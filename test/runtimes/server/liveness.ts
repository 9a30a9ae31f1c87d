/** Idle sessions and peers that do not answer (PROTOCOL §2.8, §9.1 rows 5 and 6, §10.5). */
import assert from "node:assert/strict";
import type { ServerCase } from "../harness/server-case.ts";

/** Deno's heartbeat counts whole seconds. */
const heartbeat = { pingIntervalMs: 50, pingTimeoutMs: 150 };

export const livenessCases: readonly ServerCase[] = [
  {
    title: "a session without a message for idleTimeoutMs ends, and its socket with it; any message is one",
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
    title: "pingIntervalMs: null sends no ping, and reaps nobody",
    verifies: ["session:heartbeat:off"],
    async run(scope) {
      const { peer: mute } = await scope.open("counter", { options: { ...heartbeat, pingIntervalMs: null } });
      // As long as another server takes to reap a peer like it.
      const { server } = await scope.open("counter", { options: heartbeat });
      await scope.connect(server, { pong: false });
      await server.event("closed");
      assert.equal(mute.pings, 0);
      assert.equal((await mute.ask({ type: "state" })).type, "state");
    },
  },
];
