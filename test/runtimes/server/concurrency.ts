/** Many sessions at once, and many messages of one (PROTOCOL §2.1, §10.8; OE-21). */
import assert from "node:assert/strict";
import { seededRandom } from "../harness/random.ts";
import type { ServerCase } from "../harness/server-case.ts";
import type { WirePeer } from "../harness/wire-peer.ts";

const SESSIONS = 64;

export const concurrencyCases: readonly ServerCase[] = [
  {
    title: "OE-21: 64 sessions with interleaved random delays each have their own counter",
    verifies: ["session:isolated", "session:parallel"],
    async run(scope) {
      const server = await scope.serve("slow");
      const random = seededRandom(64);
      const peers = await Promise.all(Array.from({ length: SESSIONS }, () => scope.connect(server)));
      const episode = async (peer: WirePeer, index: number): Promise<void> => {
        await peer.ask({ type: "reset" });
        const steps = 5 + Math.floor(random() * 10);
        for (let step = 1; step <= steps; step += 1) {
          const mark = `${index}:${step}`;
          const { observation } = (await peer.ask({ type: "step", data: { ms: Math.floor(random() * 20), mark } }))
            .data;
          assert.deepEqual(observation, { total: step, mark, metadata: {} });
        }
        assert.equal((await peer.ask({ type: "state" })).data["total"], steps);
      };
      await Promise.all(peers.map(episode));
      assert.equal(await server.active(), SESSIONS);
      assert.equal(server.unread("overlapped"), 0);
    },
  },
  {
    title: "steps of 200 ms over 32 sessions take about as long as one of them",
    verifies: ["session:parallel"],
    async run(scope) {
      const server = await scope.serve("slow");
      const peers = await Promise.all(Array.from({ length: 32 }, () => scope.connect(server)));
      const timed = async (work: () => Promise<unknown>): Promise<number> => {
        const start = performance.now();
        await work();
        return performance.now() - start;
      };
      const step = (peer: WirePeer): Promise<unknown> => peer.ask({ type: "step", data: { ms: 200 } });
      const one = await timed(() => step(peers[0] as WirePeer));
      const all = await timed(() => Promise.all(peers.map(step)));
      // One after the other they would take 32 times as long.
      assert.ok(all < 2 * one, `one step ${one} ms, 32 steps ${all} ms`);
    },
  },
  {
    title: "messages sent ahead are handled one at a time, and answered in their order",
    verifies: ["ws:order:fifo", "ws:order:one-at-a-time"],
    async run(scope) {
      const { server, peer } = await scope.open("slow");
      const random = seededRandom(7);
      const marks = Array.from({ length: 40 }, (_, index) => `m${index}`);
      for (const mark of marks) {
        peer.send({ type: "step", data: { ms: Math.floor(random() * 8), mark } });
        if (random() < 0.3) peer.send({ type: "nonsense", mark });
        if (random() < 0.3) peer.send({ type: "state" });
      }
      peer.send({ type: "end of the test" });
      const answered: unknown[] = [];
      let steps = 0;
      for (let reply = await peer.next(); !reply.data.message?.endsWith("end of the test"); reply = await peer.next()) {
        if (reply.type === "observation") {
          steps += 1;
          answered.push(reply.data.observation["mark"]);
        }
        if (reply.type === "state") assert.equal(reply.data["total"], steps);
      }
      assert.deepEqual(answered, marks);
      assert.equal(server.unread("overlapped"), 0);
    },
  },
  {
    title: "messages sent before the environment is there wait for it",
    verifies: ["ws:order:early-message"],
    async run(scope) {
      const { server, peer } = await scope.open("startup", { params: { factory: "gate" } });
      peer.send({ type: "reset" });
      peer.send({ type: "step", data: {} });
      assert.equal(await server.event("waiting"), "factory");
      await server.release("factory");
      assert.equal((await peer.next()).data.observation["word"], "ready");
      assert.equal((await peer.next()).data.observation["word"], "step");
    },
  },
  {
    title: "a session that waits holds up neither the others nor /health",
    verifies: ["session:parallel", "http:health:body"],
    async run(scope) {
      const { server, peer: waiting } = await scope.open("slow");
      waiting.send({ type: "step", data: { gate: "g" } });
      await server.event("waiting");
      const other = await scope.connect(server);
      assert.equal((await other.ask({ type: "step", data: {} })).type, "observation");
      assert.deepEqual(await (await fetch(`${server.url}/health`)).json(), { status: "healthy" });
      await server.release("g");
      assert.equal((await waiting.next()).data.observation["total"], 1);
    },
  },
];
