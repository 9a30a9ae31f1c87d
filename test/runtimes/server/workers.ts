/** Environments in workers that do what an environment must not do: only their own sessions pay for it (OE-54). */
import assert from "node:assert/strict";
import { expectError } from "../harness/expect-error.ts";
import type { FixtureServer } from "../harness/fixture-process.ts";
import { request } from "../harness/http.ts";
import type { CaseScope, ServerCase } from "../harness/server-case.ts";
import type { WirePeer } from "../harness/wire-peer.ts";

const worker = (poolSize: number, others: object = {}): object => ({ kind: "worker", poolSize, ...others });

export const workerCases: readonly ServerCase[] = [
  {
    title: "OE-54: while an environment holds its thread, /health and the sessions of other workers are answered",
    verifies: ["server:worker:isolates"],
    async run(scope) {
      const { server, peers } = await open(scope, 2, { execution: worker(2) });
      const [spinning, other] = peers as [WirePeer, WirePeer];
      const order: string[] = [];
      const spun = spinning.ask({ type: "step", data: { deed: "spin", ms: 1500 } }).then(() => order.push("spun"));
      await server.event("started");
      assert.equal((await request(`${server.url}/health`)).status, 200);
      assert.equal((await other.ask({ type: "step", data: {} })).data.observation["total"], 1);
      order.push("others");
      await spun;
      assert.deepEqual(order, ["others", "spun"]);
    },
  },
  {
    title: "a session stays in the worker it began in, and sessions are spread over the workers there may be",
    verifies: ["server:worker:pinned"],
    async run(scope) {
      const { peers } = await open(scope, 6, { execution: worker(3) });
      const places = await Promise.all(peers.map(placeOf));
      assert.deepEqual(await Promise.all(peers.map(placeOf)), places);
      const counts = [...new Set(places)].map((place) => places.filter((each) => each === place).length);
      assert.deepEqual(counts, [2, 2, 2]);
    },
  },
  {
    title: "stepTimeoutMs ends a worker that is held up: its sessions fail, the others and a new one go on",
    verifies: ["server:worker:step-timeout", "server:worker:crash"],
    async run(scope) {
      const options = { execution: worker(2), stepTimeoutMs: 300 };
      const { server, peers } = await open(scope, 4, options);
      const places = await Promise.all(peers.map(placeOf));
      const beside = places.indexOf(places[0], 1);
      const elsewhere = peers.filter((_, index) => places[index] !== places[0]);
      const [stuck, neighbour] = [peers[0], peers[beside]] as [WirePeer, WirePeer];
      stuck.send({ type: "step", data: { deed: "loop" } });
      await server.event("started");
      neighbour.send({ type: "step", data: {} });
      // Its own limit passes for both; then the worker goes, and both sessions with it.
      assert.match(expectError(await stuck.next(), "EXECUTION_ERROR").message, /stepTimeoutMs = 300/);
      assert.match((await neighbour.next()).data.message, /stepTimeoutMs = 300|held up for more than 300 ms/);
      for (const peer of [stuck, neighbour]) {
        const { code, reason } = await peer.closed;
        assert.equal(code, 1011);
        assert.match(reason, /held up for more than 300 ms/);
      }
      for (const peer of elsewhere) assert.equal((await peer.ask({ type: "step", data: {} })).type, "observation");
      await untilActive(server, 2);
      const next = await scope.connect(server);
      assert.equal((await next.ask({ type: "step", data: {} })).data.observation["total"], 1);
      const log = await server.log();
      assert.ok(log.some(({ level, message }) => level === "error" && message === "A worker has ended."));
    },
  },
  {
    title: "a loop that begins behind an await is ended as well",
    verifies: ["server:worker:step-timeout"],
    async run(scope) {
      const { server, peers } = await open(scope, 1, { execution: worker(1), stepTimeoutMs: 300 });
      const [peer] = peers as [WirePeer];
      peer.send({ type: "step", data: { deed: "loop later" } });
      await server.event("waiting");
      await server.release("loop");
      expectError(await peer.next(), "EXECUTION_ERROR");
      assert.equal((await peer.closed).code, 1011);
    },
  },
  {
    title: "a step that waits for too long costs its outcome and nothing else: a worker that is not held up stays",
    verifies: ["server:worker:step-timeout"],
    async run(scope) {
      const { server, peers } = await open(scope, 2, { execution: worker(1), stepTimeoutMs: 100 });
      const [waiting, neighbour] = peers as [WirePeer, WirePeer];
      expectError(await waiting.ask({ type: "step", data: { deed: "wait" } }), "EXECUTION_ERROR");
      await server.release("never");
      // The step returns when it returns; until then the session refuses others.
      for (;;) {
        const reply = await waiting.ask({ type: "step", data: {} });
        if (reply.type === "observation") break;
      }
      assert.equal((await neighbour.ask({ type: "step", data: {} })).type, "observation");
    },
  },
  ...(["throw later", "reject later", "exit"] as const).map((deed): ServerCase => ({
    title: `a worker that dies (${deed}) ends its sessions with SESSION_ERROR, and no other`,
    verifies: ["server:worker:crash", "session:capacity:freed"],
    async run(scope) {
      const { server, peers } = await open(scope, 2, { execution: worker(2) });
      const [dying, other] = peers as [WirePeer, WirePeer];
      const { message } = expectError(await dying.ask({ type: "step", data: { deed } }), "SESSION_ERROR");
      if (deed !== "exit") assert.match(message, /by nobody's call/);
      assert.equal((await dying.closed).code, 1011);
      assert.equal((await other.ask({ type: "step", data: {} })).type, "observation");
      await untilActive(server, 1);
      const next = await scope.connect(server);
      assert.equal((await next.ask({ type: "step", data: {} })).type, "observation");
    },
  })),
  {
    title: "an idle session of a worker that dies is closed with 1011 and the reason",
    verifies: ["server:worker:crash"],
    async run(scope) {
      const { peers } = await open(scope, 2, { execution: worker(1) });
      const [dying, idle] = peers as [WirePeer, WirePeer];
      dying.send({ type: "step", data: { deed: "exit" } });
      assert.equal((await idle.closed).code, 1011);
    },
  },
  {
    title: "a worker that nobody uses any more and that is held up is ended after closeTimeoutMs",
    verifies: ["server:worker:abandoned"],
    async run(scope) {
      const { server, peers } = await open(scope, 1, { execution: worker(1), closeTimeoutMs: 200 });
      const [stuck] = peers as [WirePeer];
      stuck.send({ type: "step", data: { deed: "loop" } });
      await server.event("started");
      stuck.abort();
      // There is one worker, and the next session has to wait for a fresh one.
      const next = await scope.connect(server);
      assert.equal((await next.ask({ type: "step", data: {} })).type, "observation");
    },
  },
  {
    title: "an environment that no worker can import fails the start, and the error says what to do",
    verifies: ["server:worker:importable"],
    async run(scope) {
      const execution = worker(1, { environment: { module: "file:///nowhere/environment.js" } });
      await assert.rejects(scope.serve("counter", { options: { execution } }), {
        code: "INVALID_ARGUMENT",
        message: /nowhere.* cannot be imported.*import\.meta\.url/,
      });
    },
  },
  {
    title: "a worker that needs more memory than it may have is ended, where the runtime has such a limit",
    verifies: ["server:worker:memory"],
    complains: true,
    async run(scope) {
      if (!scope.traits.limitsMemory) return;
      const { peers } = await open(scope, 2, { execution: worker(2, { memoryLimitMb: 64 }) });
      const [greedy, other] = peers as [WirePeer, WirePeer];
      expectError(await greedy.ask({ type: "step", data: { deed: "allocate" } }), "SESSION_ERROR");
      assert.equal((await other.ask({ type: "step", data: {} })).type, "observation");
    },
  },
];

/** A server of the rogue environment, and sessions that have begun. */
async function open(
  scope: CaseScope,
  sessions: number,
  options: Readonly<Record<string, unknown>>,
): Promise<{ server: FixtureServer; peers: WirePeer[] }> {
  const server = await scope.serve("rogue", { options });
  const peers: WirePeer[] = [];
  for (let session = 0; session < sessions; session += 1) {
    const peer = await scope.connect(server);
    await peer.ask({ type: "reset" });
    peers.push(peer);
  }
  return { server, peers };
}

async function placeOf(peer: WirePeer): Promise<unknown> {
  return (await peer.ask({ type: "reset" })).data.observation["place"];
}

async function untilActive(server: FixtureServer, sessions: number): Promise<void> {
  while ((await server.active()) !== sessions);
}
