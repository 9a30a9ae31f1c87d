/** What becomes of calls when a connection breaks or a call is given up: nothing is mixed up, nothing is sent twice. */
import assert from "node:assert/strict";
import { GenericEnvClient, SessionLostError, TimeoutError } from "@openenv/core";
import { type FakeConnection, FakeServer } from "../fake-server.ts";
import { type ClientCase, echo, observation, parse, rejection, rejects } from "../support.ts";

/** Answers like {@link echo}; from a message with `hold` on, a connection's replies are kept until `release`. */
function holding(): { message: (connection: FakeConnection, text: string) => void; release: () => void } {
  // By connection: the message of a client that has given up may arrive after the release.
  const held = new Map<FakeConnection, (() => void)[]>();
  return {
    message(connection, text) {
      if (parse(text).data?.["hold"] === true) held.set(connection, []);
      const kept = held.get(connection);
      if (kept === undefined) echo(connection, text);
      else kept.push(() => echo(connection, text));
    },
    release() {
      for (const answer of [...held.values()].flat()) answer();
      held.clear();
    },
  };
}

export const sessionLossCases: readonly ClientCase[] = [
  {
    name: "OE-01: a late reply is taken by nobody",
    async run() {
      const { message, release } = holding();
      await using server = await FakeServer.start({ message });
      const env = new GenericEnvClient({ baseUrl: server.url, messageTimeoutMs: 20 });
      const error = await rejects(env.step({ hold: true }), TimeoutError, /messageTimeoutMs \(20 ms\)/);
      assert.equal(error.retryable, false);
      release();
      await rejects(env.step({}), SessionLostError, /given up/);
      await (
        await server.connection(0)
      ).ended;
      await env.close();
    },
  },
  {
    name: "OE-01: a timed-out call takes the session with it, the next reset gets its own reply on a new one",
    async run() {
      const { message, release } = holding();
      await using server = await FakeServer.start({ message });
      const env = new GenericEnvClient({ baseUrl: server.url });
      for (let round = 0; round < 50; round += 1) {
        await env.reset({ round });
        const behind = [env.step({ hold: true, round }, { timeoutMs: 2 }), env.step({ behind: round }), env.state()];
        const [timedOut, ...others] = await Promise.all(behind.map(rejection));
        assert.ok(timedOut instanceof TimeoutError);
        assert.match(timedOut.message, /step within timeoutMs \(2 ms\)/);
        assert.ok(others.every((error) => error instanceof SessionLostError && error.cause === timedOut));
        release();
        const next = env.reset({ next: round });
        assert.deepEqual((await next).observation, { next: round });
        assert.deepEqual((await env.step({ after: round })).observation, { after: round });
      }
      assert.equal(server.connections.length, 51);
      await env.close();
    },
  },
  {
    name: "OE-01: a call that is aborted after it was sent rejects with the signal's reason and takes the session with it",
    async run() {
      const { message, release } = holding();
      await using server = await FakeServer.start({ message });
      const env = new GenericEnvClient({ baseUrl: server.url });
      await env.reset();
      const controller = new AbortController();
      const reason = new Error("enough");
      const step = env.step({ hold: true }, { signal: controller.signal });
      const behind = env.state();
      const connection = await server.connection(0);
      await connection.next();
      await connection.next();
      controller.abort(reason);
      assert.equal(await rejection(step), reason);
      const lost = await rejects(behind, SessionLostError, /a call of step was given up/);
      assert.equal(lost.cause, reason);
      release();
      await connection.ended;
      assert.deepEqual((await env.reset({ again: 1 })).observation, { again: 1 });
      await env.close();
    },
  },
  {
    name: "OE-01: a call that is given up before it was sent harms no other",
    async run() {
      const upgrades: FakeConnection[] = [];
      await using server = await FakeServer.start({
        message: echo,
        upgrade: (connection) => upgrades.push(connection),
      });
      const env = new GenericEnvClient({ baseUrl: server.url });
      const controller = new AbortController();
      const aborted = env.reset({ a: 1 }, { signal: controller.signal });
      const late = env.step({ b: 1 }, { timeoutMs: 1 });
      const kept = env.reset({ c: 1 });
      controller.abort();
      assert.equal(await rejection(aborted), controller.signal.reason);
      assert.equal((await rejects(late, TimeoutError)).retryable, true);
      assert.equal(await rejection(env.state({ signal: controller.signal })), controller.signal.reason);
      await server.connection(0);
      upgrades[0]?.accept();
      assert.deepEqual((await kept).observation, { c: 1 });
      assert.deepEqual((await env.step({ d: 1 })).observation, { d: 1 });
      const texts = (await server.connection(0)).messages;
      assert.deepEqual(
        texts.map((text) => parse(text).data),
        [{ c: 1 }, { d: 1 }],
      );
      await env.close();
    },
  },
  {
    name: "OE-01: messageTimeoutMs counts for each reply, not for a queue of them",
    async run() {
      const waiting: (() => void)[] = [];
      await using server = await FakeServer.start({
        message: (connection, text) => {
          waiting.push(() => echo(connection, text));
          if (waiting.length === 1) setTimeout(next, 20);
        },
      });
      function next(): void {
        waiting.shift()?.();
        if (waiting.length > 0) setTimeout(next, 20);
      }
      const env = new GenericEnvClient({ baseUrl: server.url, messageTimeoutMs: 400 });
      const steps = Array.from({ length: 30 }, (_, n) => env.step({ n }));
      assert.equal((await Promise.all(steps)).length, 30);
      await env.close();
    },
  },
  {
    name: "OE-03, WS-22: reset() opens a new session when the server has closed the old one",
    async run() {
      await using server = await FakeServer.start({ message: echo });
      const env = new GenericEnvClient({ baseUrl: server.url });
      await env.reset({ n: 1 });
      const first = await server.connection(0);
      first.close(1001);
      await first.ended;
      assert.deepEqual((await env.reset({ n: 2 })).observation, { n: 2 });
      assert.deepEqual((await env.step({ n: 3 })).observation, { n: 3 });
      assert.equal(server.connections.length, 2);
      await env.close();
    },
  },
  {
    name: "OE-03: reset() does not wait for a connection that is closing and does not send into it",
    async run() {
      await using server = await FakeServer.start({ message: echo });
      const env = new GenericEnvClient({ baseUrl: server.url });
      await env.reset({ n: 1 });
      // The close frame is answered, but the line stays open: no close event yet.
      (await server.connection(0)).write(Buffer.from([0x88, 2, 0x03, 0xe9]));
      await (
        await server.connection(0)
      ).ended;
      assert.deepEqual((await env.reset({ n: 2 })).observation, { n: 2 });
      await env.close();
    },
  },
  {
    name: "OE-05: step and state after a drop say why, and the new session never sees a step before a reset",
    async run() {
      await using server = await FakeServer.start({ message: echo });
      const env = new GenericEnvClient({ baseUrl: server.url });
      await env.reset();
      const first = await server.connection(0);
      first.close(1001, "shutting down");
      await first.ended;
      const error = await rejects(env.step({}), SessionLostError, /1001 \(going away\), "shutting down".*reset\(\)/);
      assert.deepEqual([error.code, error.details["closeCode"]], ["SESSION_LOST", 1001]);
      await rejects(env.state(), SessionLostError);
      assert.equal(server.connections.length, 1);
      await env.connect();
      await rejects(env.step({}), SessionLostError, /1001/);
      await Promise.all([env.reset({ r: 1 }), env.step({ s: 1 })]);
      const second = await server.connection(1);
      assert.deepEqual(
        second.messages.map((text) => parse(text).type),
        ["reset", "step"],
      );
      await env.close();
    },
  },
  {
    name: "OE-05: calls in flight when the line is cut reject and are not sent again, a reset neither",
    async run() {
      await using server = await FakeServer.start({
        message: (connection, text) => (text.includes("cut") ? connection.cut() : echo(connection, text)),
      });
      const env = new GenericEnvClient({ baseUrl: server.url });
      await rejects(env.reset({ cut: 1 }), SessionLostError, /broke/);
      await env.reset();
      const [step, state] = [env.step({ cut: 1 }), env.state()];
      await rejects(step, SessionLostError, /broke/);
      await rejects(state, SessionLostError, /broke/);
      assert.equal(server.connections.length, 2);
      await env.reset();
      assert.deepEqual(
        server.connections.map(({ messages }) => messages.filter((text) => text.includes("cut")).length),
        [1, 1, 0],
      );
      await env.close();
    },
  },
  {
    name: "WS-08: every way a server can close is a defined error",
    async run() {
      const ways: readonly [(connection: FakeConnection) => void, RegExp][] = [
        [(connection) => connection.close(), /without a code/],
        [(connection) => connection.cut(), /broke/],
        [(connection) => connection.socket.end(), /broke without a close frame/],
        [(connection) => connection.close(4999), /4999/],
        [(connection) => connection.close(1000, "all done"), /1000 \(normal end\), "all done"/],
        [(connection) => connection.close(1011, "keepalive ping timeout"), /1011 \(internal error\)/],
      ];
      for (const [end, message] of ways) {
        await using server = await FakeServer.start({ message: end });
        const env = new GenericEnvClient({ baseUrl: server.url });
        await rejects(env.reset(), SessionLostError, message);
        await env.close();
      }
    },
  },
  {
    name: "WS-17: a line cut in the middle of a large reply rejects the call and nothing else",
    async run() {
      await using server = await FakeServer.start({
        message: (connection) => {
          connection.write(
            Buffer.concat([Buffer.from([0x81, 127, 0, 0, 0, 0, 0, 0x50, 0, 0]), Buffer.alloc(100_000, 97)]),
          );
          connection.socket.end();
        },
      });
      const env = new GenericEnvClient({ baseUrl: server.url });
      await rejects(env.reset(), SessionLostError);
      await env.close();
    },
  },
  {
    name: "WS-05: a server that closes at once is tried once for each reset",
    async run() {
      await using server = await FakeServer.start({ open: (connection) => connection.close(1009) });
      const env = new GenericEnvClient({ baseUrl: server.url });
      await rejection(env.reset());
      await rejection(env.step({}));
      assert.equal(server.connections.length, 1);
      await rejection(env.reset());
      assert.equal(server.connections.length, 2);
      await env.close();
    },
  },
  {
    name: "OE-20: a reply that does not fit rejects its own call only",
    async run() {
      const replies = [observation({}, { done: "yes" }), observation({}, { reward: "1" }), observation({ fine: true })];
      await using server = await FakeServer.start({
        message: (connection) => connection.send(replies[connection.messages.length - 1]),
      });
      const env = new GenericEnvClient({ baseUrl: server.url });
      const [first, second, third] = await Promise.allSettled([env.step({}), env.step({}), env.step({})]);
      assert.deepEqual([first.status, second.status, third.status], ["rejected", "rejected", "fulfilled"]);
    },
  },
];
