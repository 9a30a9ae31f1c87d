/** The socket of an agentic harness, and its episodes on `/ws` (PROTOCOL §1.13). */
import assert from "node:assert/strict";
import { expectError } from "../harness/expect-error.ts";
import type { FixtureServer } from "../harness/fixture-process.ts";
import type { CaseScope, ServerCase } from "../harness/server-case.ts";
import type { Message, WirePeer } from "../harness/wire-peer.ts";

const production = { mode: "production" };

async function begin(
  scope: CaseScope,
  params: Readonly<Record<string, unknown>> = {},
  options: Readonly<Record<string, unknown>> = {},
): Promise<{ server: FixtureServer; peer: WirePeer }> {
  const server = await scope.serve("harness", { params, options: { ...production, ...options } });
  return { server, peer: await scope.connect(server, { path: "/harness" }) };
}

/** The events of one turn, up to and with the last. */
async function turn(peer: WirePeer, content: string): Promise<Message[]> {
  peer.send({ type: "message", content });
  const events: Message[] = [];
  for (;;) {
    const event = await peer.next();
    events.push(event);
    if (event.type === "turn_complete" || event.type === "error") return events;
  }
}

export const harnessCases: readonly ServerCase[] = [
  {
    title: "a harness starts with its socket, and streams the events of each turn; done ends nothing",
    verifies: ["harness:turns"],
    async run(scope) {
      const { server, peer } = await begin(scope);
      const { type, data } = await peer.next();
      assert.equal(type, "session_started");
      assert.equal(data["harness"], "parrot");
      assert.equal(typeof data["session_id"], "string");
      const events = await turn(peer, "hello");
      assert.deepEqual(
        events.map((event) => event.type),
        ["llm_request", "text_output", "turn_complete"],
      );
      const [request, output, last] = events as (Message & { timestamp: number })[];
      assert.ok(Math.abs((request?.timestamp ?? 0) - Date.now() / 1000) < 60);
      assert.equal(output?.timestamp, 1.5);
      assert.deepEqual(last?.data, { response: "hello", done: false });
      assert.deepEqual((await turn(peer, "bye")).at(-1)?.data, { response: "hello bye", done: true });
      assert.deepEqual((await turn(peer, "more")).at(-1)?.data, { response: "hello bye more", done: false });
      assert.equal(await server.active(), 1);
      await peer.close();
      await server.event("stopped");
      assert.equal(await server.active(), 0);
    },
  },
  {
    title: "events arrive while the turn goes on, and one turn follows the other",
    verifies: ["harness:turns"],
    async run(scope) {
      const { server, peer } = await begin(scope);
      await peer.next();
      peer.send({ type: "message", content: "gate" });
      peer.send({ type: "message", content: "second" });
      assert.equal((await peer.next()).type, "llm_request");
      assert.equal((await peer.next()).type, "text_output");
      await server.event("waiting");
      await server.release("turn");
      assert.deepEqual((await peer.next()).data["response"], "gate");
      for (const expected of ["llm_request", "text_output"]) assert.equal((await peer.next()).type, expected);
      assert.deepEqual((await peer.next()).data["response"], "gate second");
    },
  },
  {
    title: "a frame that is none begins no turn, and the socket stays",
    verifies: ["harness:protocol-error"],
    async run(scope) {
      const { peer } = await begin(scope);
      await peer.next();
      for (const [text, code] of [
        ["not json", "INVALID_JSON"],
        ["[]", "VALIDATION_ERROR"],
        ['{"type":"message"}', "VALIDATION_ERROR"],
        ['{"type":"step","content":"x"}', "VALIDATION_ERROR"],
      ] as const) {
        peer.sendText(text);
        const { type, data } = await peer.next();
        assert.deepEqual([type, data.code], ["protocol_error", code]);
      }
      peer.sendText('{"type":"message","content":"still here","extra":1}');
      for (const _ of [1, 2]) await peer.next();
      assert.equal((await peer.next()).data["response"], "still here");
    },
  },
  {
    title: "a turn that fails is an error event that tells no secret, and the end of the session",
    verifies: ["harness:failure"],
    async run(scope) {
      for (const [content, message] of [
        ["crash", "harness turn failed"],
        ["give up", "harness turn failed"],
        ["odd", "harness turn failed"],
        ["mute", "harness event stream ended without a turn_complete event"],
        ["hang", "harness turn exceeded 0.3 seconds"],
      ] as const) {
        const { server, peer } = await begin(scope, { turnTimeoutMs: 300 });
        await peer.next();
        const last = (await turn(peer, content)).at(-1);
        assert.deepEqual([last?.type, last?.data], ["error", { message, recoverable: false }]);
        assert.equal((await peer.closed).code, 1000);
        await server.event("stopped");
        assert.equal(await server.active(), 0);
      }
      const { peer } = await begin(scope);
      await peer.next();
      await turn(peer, "die");
      assert.equal((await turn(peer, "again")).at(-1)?.data.message, "harness process is not running");
    },
  },
  {
    title: "a harness that does not start, or finds no slot, says so in an error frame",
    verifies: ["harness:refused"],
    async run(scope) {
      const broken = await begin(scope, { broken: true });
      const data = expectError(await broken.peer.next(), "SESSION_ERROR");
      assert.equal(data.message, "harness session failed");
      assert.equal((await broken.peer.closed).code, 1000);
      assert.equal(await broken.server.active(), 0);
      const { server, peer } = await begin(scope, {}, { maxConcurrentEnvs: 1 });
      await peer.next();
      const full = await scope.connect(server, { path: "/harness" });
      assert.equal(expectError(await full.next(), "CAPACITY_REACHED")["max_sessions"], 1);
    },
  },
  {
    title: "the socket is there in production mode, for a harness only; it is never too idle",
    verifies: ["harness:served", "harness:idle"],
    async run(scope) {
      const simulation = await scope.serve("harness");
      await assert.rejects(scope.connect(simulation, { path: "/harness" }), /403/);
      const other = await scope.serve("counter", { options: production });
      await assert.rejects(scope.connect(other, { path: "/harness" }), /403/);
      const { server, peer } = await begin(scope, {}, { idleTimeoutMs: 100 });
      await peer.next();
      // A socket that came later and was idle as long has been ended: so would this one have been.
      const idle = await scope.connect(server);
      await idle.closed;
      assert.equal((await turn(peer, "patient")).at(-1)?.data["response"], "patient");
    },
  },
  {
    title: "on /ws a reset starts the harness and a step is a turn, with its response and events as metadata",
    verifies: ["harness:episodes"],
    async run(scope) {
      const { server, peer } = await scope.open("harness", { params: { turnTimeoutMs: 300 } });
      expectError(await peer.ask({ type: "step", data: { message: "too early" } }), "EXECUTION_ERROR");
      const reset = (await peer.ask({ type: "reset", data: { episode_id: "e" } })).data;
      assert.deepEqual(reset["metadata"], { episode_id: "e", injected_tools: [] });
      assert.deepEqual([reset["reward"], reset["done"]], [0, false]);
      const { data } = await peer.ask({ type: "step", data: { message: "hi" } });
      const metadata = data["metadata"] as Readonly<Record<string, unknown>>;
      assert.deepEqual([data["reward"], data["done"]], [2, false]);
      assert.deepEqual([metadata["response"], metadata["turn_number"]], ["hi", 1]);
      const events = metadata["turn_events"] as Message[];
      assert.deepEqual(
        events.map(({ type }) => type),
        ["llm_request", "text_output", "turn_complete"],
      );
      for (const [message, error, kind] of [
        ["give up", "the agent gave up", "harness_crashed"],
        ["hang", "harness turn exceeded 0.3 seconds", "turn_timeout"],
      ]) {
        const failed = (await peer.ask({ type: "step", data: { message } })).data;
        const told = failed["metadata"] as Readonly<Record<string, unknown>>;
        assert.deepEqual([failed["done"], told["error"], told["error_type"]], [true, error, kind]);
        await server.event("stopped");
        await peer.ask({ type: "reset" });
      }
      const crashed = await peer.ask({ type: "step", data: { message: "crash" } });
      assert.match(expectError(crashed, "EXECUTION_ERROR").message, /crashed/);
      assert.equal((await peer.ask({ type: "state" })).data["step_count"], 0);
    },
  },
];
