/** What a blocking client does as the async one does. */
import assert from "node:assert/strict";
import {
  CapacityReachedError,
  ConnectionFailedError,
  ExecutionError,
  GenericEnvClient,
  InvalidArgumentError,
  MessageTooLargeError,
  OpenEnvError,
  ProtocolViolationError,
  SessionLostError,
  TimeoutError,
  ValidationError,
  WireError,
} from "@openenv/core";
import { CounterEnv } from "../../testing/counter-env.ts";
import { rejection } from "../../client/support.ts";
import { type ClientCase, startCounter, startPuppet, thrown, throws } from "../support.ts";

/** What errors have in common across two clients: everything but the stack. */
function facts(error: unknown): object {
  assert.ok(error instanceof OpenEnvError, String(error));
  return { ...error, class: Object.getPrototypeOf(error) as object, message: error.message };
}

export const callCases: readonly ClientCase[] = [
  {
    name: "issue 5: an episode, blocking: reset, step, state, close",
    async run() {
      await using server = await startCounter();
      {
        using env = CounterEnv.sync(server.url);
        assert.equal(env.baseUrl, server.url);
        const reset = env.reset({ start: 40, seed: 1, episode_id: "e" });
        assert.deepEqual([reset.observation.total, reset.reward, reset.done], [40, null, false]);
        assert.ok(Number.isNaN(reset.observation.average));
        assert.equal(env.step({}).observation.total, 41);
        const last = env.step({ amount: 59 });
        assert.deepEqual([last.observation, last.reward, last.done], [{ total: 100, average: 50 }, 59, true]);
        assert.deepEqual(env.state(), { episode_id: "e", step_count: 2, total: 100 });
        env.close();
        env.close();
      }
      // The slot is free: this server has one.
      using next = CounterEnv.connectSync(server.url);
      assert.equal(next.reset().observation.total, 0);
    },
  },
  {
    name: "issue 5: baseUrl of a blocking client can be read and not assigned",
    async run() {
      const env = GenericEnvClient.sync("HTTP://localhost:8000/");
      assert.equal(env.baseUrl, "http://localhost:8000");
      assert.throws(() => Object.assign(env, { baseUrl: "http://elsewhere" }), TypeError);
      env.close();
    },
  },
  {
    name: "issue 5: many blocking clients, each with a session of its own",
    async run() {
      await using server = await startCounter({ maxConcurrentEnvs: 16 });
      const clients = Array.from({ length: 16 }, () => CounterEnv.sync(server.url));
      for (const [index, env] of clients.entries()) env.reset({ start: index });
      for (let round = 0; round < 3; round += 1) for (const env of clients) env.step({ amount: 1 });
      assert.deepEqual(
        clients.map((env) => env.state().total),
        clients.map((_, index) => index + 3),
      );
      for (const env of clients) env.close();
    },
  },
  {
    name: "issue 5: what does not fit is refused before it is sent, and what comes is checked, as in the async client",
    async run() {
      await using server = await startPuppet();
      using env = CounterEnv.sync(server.url);
      await using other = new CounterEnv({ baseUrl: server.url });
      const wrong = { amount: "many" } as never;
      assert.deepEqual(
        facts(throws(() => env.step(wrong), ValidationError)),
        facts(await rejection(other.step(wrong))),
      );
      const seed = { seed: 2 ** 60 };
      assert.deepEqual(
        facts(throws(() => env.reset(seed), InvalidArgumentError)),
        facts(await rejection(other.reset(seed))),
      );
      // The puppet's echo of an action is no observation of the counter.
      assert.deepEqual(
        facts(throws(() => env.step({ amount: 1 }), ProtocolViolationError, /does not fit/)),
        facts(await rejection(other.step({ amount: 1 }))),
      );
      using generic = GenericEnvClient.sync(server.url);
      const big = 2n ** 70n;
      const sent = generic.step({ quote: true, big }).observation["text"];
      assert.equal(sent, `{"type":"step","data":{"quote":true,"big":${big}}}`);
      const raw = `{"type":"observation","data":{"observation":{"big":${big}}}}`;
      assert.equal(generic.step({ raw }).observation["big"], big);
      assert.equal(generic.step({ text: "€\ud800 \u0000" }).observation["text"], "€\ufffd \u0000");
      const sizes = { maxSendBytes: 1000 };
      using small = GenericEnvClient.sync(server.url, sizes);
      throws(() => small.step({ text: "x".repeat(1000) }), MessageTooLargeError, /maxSendBytes \(1000 bytes\)/);
      assert.equal(small.step({ tell: true }).observation["connections"], 4);
    },
  },
  {
    name: "issue 5: errors keep class, code, message, details and cause between threads",
    async run() {
      await using server = await startCounter({ maxConcurrentEnvs: 1 });
      using env = CounterEnv.sync(server.url);
      env.reset();
      const failed = throws(() => env.step({ amount: 13 }), ExecutionError, /thirteen/);
      assert.equal(failed.code, "EXECUTION_ERROR");
      assert.match(failed.stack ?? "", /[/\\]calls\.[jt]s/);
      using second = CounterEnv.sync(server.url);
      const full = throws(() => second.reset(), CapacityReachedError);
      assert.deepEqual([full.activeSessions, full.maxSessions, full.retryable], [1, 1, true]);
      assert.deepEqual(facts(full), facts(await rejection(new CounterEnv({ baseUrl: server.url }).reset())));

      await using puppet = await startPuppet();
      using told = GenericEnvClient.sync(puppet.url);
      await using other = new GenericEnvClient({ baseUrl: puppet.url });
      const deeds = ["VALIDATION_ERROR", "FACTORY_ERROR", "SESSION_ERROR", "UNHEARD_OF"].map((code) => ({
        error: code,
        errors: [{ type: "missing", loc: ["a", 1], msg: "Field required", input: 2n ** 64n }],
        factory_name: "make",
      }));
      for (const deed of deeds) {
        const error = throws(() => told.reset(deed), WireError);
        assert.deepEqual(facts(error), facts(await rejection(other.reset(deed))));
      }

      const nobody = "http://127.0.0.1:1";
      const refused = throws(
        () => GenericEnvClient.connectSync(nobody),
        ConnectionFailedError,
        /ws:\/\/127\.0\.0\.1:1/,
      );
      const awaited = await rejection(GenericEnvClient.connect(nobody));
      assert.deepEqual(facts(refused), facts(awaited));
      assert.equal((refused.cause as Error).message, ((awaited as Error).cause as Error).message);
    },
  },
  {
    name: "issue 5: a call that is given up takes the session with it, and reset() makes a new one",
    async run() {
      await using server = await startPuppet();
      using env = GenericEnvClient.sync(server.url);
      env.reset();
      const late = throws(() => env.step({ never: true }, { timeoutMs: 50 }), TimeoutError, /timeoutMs \(50 ms\)/);
      assert.equal(late.details["call"], "step");
      throws(() => env.step({}), SessionLostError, /Call reset\(\)/);
      throws(() => env.state(), SessionLostError);
      assert.deepEqual(env.reset({ a: 1 }).observation, { a: 1 });
      assert.equal(env.step({ tell: true }).observation["connections"], 2);
      using hasty = GenericEnvClient.sync(server.url, { messageTimeoutMs: 50 });
      throws(() => hasty.step({ never: true }), TimeoutError, /messageTimeoutMs \(50 ms\)/);
      throws(() => hasty.step({}, { timeoutMs: 0 }), InvalidArgumentError, /timeoutMs/);
    },
  },
  {
    name: "issue 5: a lost session is told of, with the close code, and never replaced silently",
    async run() {
      await using server = await startPuppet();
      using env = GenericEnvClient.sync(server.url);
      env.reset();
      const closed = throws(() => env.step({ close: 4001 }), SessionLostError, /4001, "told to"/);
      assert.equal(closed.details["closeCode"], 4001);
      throws(() => env.step({}), SessionLostError);
      env.connect();
      throws(() => env.step({}), SessionLostError);
      env.reset();
      throws(() => env.step({ cut: true }), SessionLostError);
      env.reset();
      assert.equal(env.step({ tell: true }).observation["connections"], 3);
    },
  },
  {
    name: "issue 5: what is no reply ends the session, wherever that is noticed",
    async run() {
      await using server = await startPuppet();
      // The second looks like a reply until it is read to its end.
      for (const raw of ["{", '{"type":"observation","data":{"observation":{}', '{"type":"state","data":{}}']) {
        using env = GenericEnvClient.sync(server.url);
        env.reset();
        throws(() => env.step({ raw }), ProtocolViolationError);
        throws(() => env.step({}), SessionLostError);
        env.reset();
        env.step({});
      }
    },
  },
  {
    name: "issue 5: a reply of 100 MiB arrives whole, a larger one is refused by name",
    async run() {
      await using server = await startPuppet();
      using env = GenericEnvClient.sync(server.url);
      const bytes = 100 * 1024 * 1024;
      assert.ok(String(env.step({ bytes }).observation["filler"]).length > bytes - 200);
      throws(() => env.step({ bytes: bytes + 1 }), MessageTooLargeError, /maxMessageBytes \(104857600/);
      env.reset();
      const text = "€".repeat(1024 * 1024);
      assert.equal(env.step({ text }).observation["text"], text);
    },
  },
  {
    name: "issue 5: a closed client says so, and close() never opens a connection",
    async run() {
      await using server = await startPuppet();
      const env = GenericEnvClient.sync(server.url);
      env.close();
      for (const call of [() => env.reset(), () => env.step({}), () => env.state(), () => env.connect()]) {
        assert.equal((thrown(call) as OpenEnvError).code, "CLIENT_CLOSED");
      }
      using other = GenericEnvClient.sync(server.url);
      assert.equal(other.step({ tell: true }).observation["connections"], 1);
    },
  },
];
