/** How many sessions there may be, who decides it, and when a slot is free again (PROTOCOL §2.5, §2.8, §4.1, §9.1 row 1). */
import assert from "node:assert/strict";
import { expectError } from "../harness/expect-error.ts";
import type { FixtureServer, ServeOptions } from "../harness/fixture-process.ts";
import type { CaseScope, ServerCase } from "../harness/server-case.ts";

/** Every way to set the limit, the strongest last. */
const byManifest = { params: { maxConcurrentEnvs: 2 }, options: { maxConcurrentEnvs: undefined } };
const byVariable = { ...byManifest, variables: { MAX_CONCURRENT_ENVS: "3" } };
const byOption = { ...byVariable, options: { maxConcurrentEnvs: 4 } };

export const capacityCases: readonly ServerCase[] = [
  {
    title: "OE-32: over capacity a socket is told why, with both counts, then closed; the sessions there go on",
    verifies: [
      "session:capacity:rejected",
      "session:capacity:counts",
      "session:capacity:close-1000",
      "session:isolated",
    ],
    async run(scope) {
      const { server, peer: first } = await scope.open("counter", { options: { maxConcurrentEnvs: 1 } });
      await first.ask({ type: "step", data: {} });
      const second = await scope.connect(server);
      const data = expectError(await second.next(), "CAPACITY_REACHED");
      assert.equal(data["active_sessions"], 1);
      assert.equal(data["max_sessions"], 1);
      assert.match(data.message, /Maximum concurrent environments reached.*1.*1/);
      assert.deepEqual(await second.closed, { code: 1000, reason: "" });
      const { data: state } = await first.ask({ type: "state" });
      assert.deepEqual([state["step_count"], state["total"]], [1, 1]);
    },
  },
  {
    title: "a refused socket is closed only when it has spoken or had time to read",
    verifies: ["session:capacity:grace"],
    async run(scope) {
      const { server } = await scope.open("counter", { options: { maxConcurrentEnvs: 1 } });
      const speaker = await scope.connect(server);
      const reader = await scope.connect(server);
      // What an older Python client does: it sends before it reads.
      speaker.send({ type: "reset", data: {} });
      const first = Promise.race([speaker.closed.then(() => "speaker"), reader.closed.then(() => "reader")]);
      assert.equal(await first, "speaker");
      expectError(await speaker.next(), "CAPACITY_REACHED");
      expectError(await reader.next(), "CAPACITY_REACHED");
      assert.equal((await reader.closed).code, 1000);
    },
  },
  {
    title: "OE-23: option wins over MAX_CONCURRENT_ENVS, that over the manifest, and the default is one session",
    verifies: ["session:capacity:precedence", "session:capacity:default"],
    async run(scope) {
      assert.equal(await limitOf(scope, { options: { maxConcurrentEnvs: undefined } }), 1);
      assert.equal(await limitOf(scope, byManifest), 2);
      assert.equal(await limitOf(scope, byVariable), 3);
      assert.equal(await limitOf(scope, byOption), 4);
      assert.equal(await limitOf(scope, { ...byManifest, variables: { MAX_CONCURRENT_ENVS: "" } }), 2);
    },
  },
  {
    title: "OE-23: MAX_CONCURRENT_ENVS=8 serves 8, and −1 is no limit",
    verifies: ["session:capacity:precedence", "session:capacity:unlimited"],
    async run(scope) {
      const options = { maxConcurrentEnvs: undefined };
      assert.equal(await limitOf(scope, { options, variables: { MAX_CONCURRENT_ENVS: "8" } }), 8);
      const server = await scope.serve("counter", { options, variables: { MAX_CONCURRENT_ENVS: "-1" } });
      const peers = await Promise.all(Array.from({ length: 100 }, () => scope.connect(server)));
      const replies = await Promise.all(peers.map((peer) => peer.ask({ type: "reset" })));
      assert.ok(replies.every(({ type }) => type === "observation"));
      assert.equal(await server.active(), 100);
    },
  },
  {
    title: "OE-23: an invalid limit fails at start and names where it stands",
    verifies: ["session:capacity:invalid"],
    async run(scope) {
      for (const text of ["abc", "0", "-2", "1e3", "1.5", " ", "8 envs", "0x8", "99999999999999999999"]) {
        const options = { maxConcurrentEnvs: undefined };
        await assert.rejects(
          scope.serve("counter", { options, variables: { MAX_CONCURRENT_ENVS: text } }),
          { code: "INVALID_ARGUMENT", message: /^MAX_CONCURRENT_ENVS is / },
          text,
        );
      }
      for (const limit of [0, -2, 1.5, "8", null]) {
        await assert.rejects(scope.serve("counter", { options: { maxConcurrentEnvs: limit } }), {
          code: "INVALID_ARGUMENT",
          message: /^maxConcurrentEnvs is /,
        });
      }
    },
  },
  {
    title: "a slot is free again after a close message, a close frame, an abort, and a death in the middle of a step",
    verifies: ["session:capacity:freed", "session:disconnect:closed-once", "session:disconnect:signal"],
    async run(scope) {
      const server = await scope.serve("slow", { options: { maxConcurrentEnvs: 1 } });
      const polite = await scope.connect(server);
      await polite.ask({ type: "state" });
      polite.send({ type: "close" });
      await polite.closed;
      await untilFree(scope, server);
      const closing = await scope.connect(server);
      await closing.ask({ type: "state" });
      await closing.close();
      await untilFree(scope, server);
      const aborting = await scope.connect(server);
      await aborting.ask({ type: "state" });
      aborting.abort();
      await server.event("closed");
      const dying = await scope.connect(server);
      dying.send({ type: "step", data: { gate: "g", mark: "last" } });
      await server.event("waiting");
      dying.abort();
      assert.equal(await server.event("aborted"), "last");
      // The slot does not wait for the step; the environment is closed only after it.
      const next = await scope.connect(server);
      assert.equal((await next.ask({ type: "reset" })).type, "observation");
      const closedBefore = server.unread("closed");
      await server.release("g");
      await server.event("stepped");
      await server.event("closed");
      assert.equal(server.unread("closed"), closedBefore);
    },
  },
  {
    title: "OE-24: a connection that is dropped without a close gives its only slot to the next",
    verifies: ["session:capacity:freed"],
    async run(scope) {
      const server = await scope.serve("counter", { options: { maxConcurrentEnvs: 1 } });
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const peer = await scope.connect(server);
        const secret = await server.event("made");
        peer.abort();
        assert.equal(await server.event("closed"), secret);
      }
      assert.equal(await server.active(), 0);
    },
  },
  {
    title: "a session that is still being made counts; one whose factory failed does not",
    verifies: ["session:capacity:while-starting", "session:factory-error:freed"],
    async run(scope) {
      const options = { maxConcurrentEnvs: 1 };
      const { server } = await scope.open("startup", { options, params: { factory: "gate" } });
      await server.event("waiting");
      expectError(await (await scope.connect(server)).next(), "CAPACITY_REACHED");
      await server.release("factory");
      const failing = await scope.serve("startup", { options, params: { factory: "reject" } });
      for (let attempt = 0; attempt < 3; attempt += 1) {
        expectError(await (await scope.connect(failing)).next(), "FACTORY_ERROR");
      }
      assert.equal(await failing.active(), 0);
    },
  },
  {
    title: "a slot is free as soon as its socket dies, also while the environment is still being made",
    verifies: ["session:capacity:freed", "session:capacity:while-starting", "session:queue"],
    async run(scope) {
      const options = { maxConcurrentEnvs: 1, queue: { max: 1, timeoutMs: 60_000 } };
      const { server, peer: dying } = await scope.open("startup", { options, params: { factory: "gate" } });
      await server.event("waiting");
      const next = await scope.connect(server);
      next.send({ type: "reset" });
      dying.abort();
      // Its factory is called though the one before has not returned.
      await server.event("waiting");
      assert.equal(await server.active(), 1);
      await server.release("factory");
      assert.equal((await next.next()).data.observation["word"], "ready");
      // What was made for nobody is closed.
      await server.event("closed");
      assert.equal((await next.ask({ type: "step", data: {} })).data.observation["word"], "step");
    },
  },
  {
    title: "callers in line are let in by their order; one that dies there, or a full line, costs nobody else anything",
    verifies: ["session:queue", "session:capacity:freed", "session:capacity:counts"],
    async run(scope) {
      const options = { maxConcurrentEnvs: 1, queue: { max: 2, timeoutMs: 60_000 } };
      const { server, peer: first } = await scope.open("slow", { options });
      first.send({ type: "step", data: { gate: "g" } });
      await server.event("waiting");
      const second = await scope.connect(server);
      second.send({ type: "reset" });
      const third = await scope.connect(server);
      third.send({ type: "reset", data: { episode_id: "third" } });
      const refused = expectError(await (await scope.connect(server)).next(), "CAPACITY_REACHED");
      assert.deepEqual([refused["active_sessions"], refused["max_sessions"]], [1, 1]);
      second.abort();
      first.abort();
      assert.equal((await third.next()).type, "observation");
      assert.equal((await third.ask({ type: "state" })).data["episode_id"], "third");
      assert.equal(await server.active(), 1);
      await server.release("g");
    },
  },
  {
    title: "OE-26: a limit on sessions changes no other default, and null switches one off",
    verifies: ["session:idle:default", "session:heartbeat:default"],
    async run(scope) {
      const plain = await (await scope.serve("counter")).settings();
      const limited = await (await scope.serve("counter", { options: { maxConcurrentEnvs: 4 } })).settings();
      const others = { maxSessions: 0, execution: null };
      assert.deepEqual({ ...limited, ...others }, { ...plain, ...others });
      assert.deepEqual(
        [plain["pingIntervalMs"], plain["pingTimeoutMs"], plain["idleTimeoutMs"], plain["detachedTimeoutMs"]],
        [20_000, 120_000, null, 600_000],
      );
      const options = { pingIntervalMs: null, detachedTimeoutMs: null };
      const off = await (await scope.serve("counter", { options })).settings();
      assert.deepEqual([off["pingIntervalMs"], off["detachedTimeoutMs"]], [null, null]);
    },
  },
];

/** How many sessions a server takes before it refuses one. */
async function limitOf(scope: CaseScope, options: ServeOptions): Promise<number> {
  const server = await scope.serve("counter", options);
  for (let sessions = 0; sessions < 20; sessions += 1) {
    const peer = await scope.connect(server);
    const reply = await peer.ask({ type: "state" });
    if (reply.type === "state") continue;
    assert.equal(expectError(reply, "CAPACITY_REACHED")["max_sessions"], sessions);
    return sessions;
  }
  return Number.POSITIVE_INFINITY;
}

async function untilFree(scope: CaseScope, server: FixtureServer): Promise<void> {
  await server.event("closed");
  assert.equal(await server.active(), 0);
  const peer = await scope.connect(server);
  assert.equal((await peer.ask({ type: "state" })).type, "state");
  await peer.close();
  await server.event("closed");
}
