/** What a client with `resume` makes of a connection that breaks, against a server that says whatever the case wants. */
import assert from "node:assert/strict";
import {
  CapacityReachedError,
  ConnectionFailedError,
  GenericEnvClient,
  InvalidArgumentError,
  ProtocolViolationError,
  SessionError,
  SessionLostError,
  TimeoutError,
} from "@openenv/core";
import { type FakeConnection, FakeServer } from "../fake-server.ts";
import { type ClientCase, echo, errorFrame, observation, parse, rejects } from "../support.ts";

const RESUME = /^GET \/ws\/resume\?key=([\w-]{36})(?:&received=(\d+))? /;

/** What a server says first on a socket of a session that is resumed. */
function greeting(taken: number, windowMs = 10_000): object {
  return { type: "session", data: { session_id: "s", taken, window_ms: windowMs } };
}

function asked({ head }: FakeConnection): { readonly key: string | undefined; readonly received: string | undefined } {
  const [, key, received] = RESUME.exec(head) ?? [];
  return { key, received };
}

/** A server that says `greetings` in turn, one for each socket, and answers nothing by itself. */
function greets(...greetings: readonly object[]): Promise<FakeServer> {
  let next = 0;
  return FakeServer.start({
    open(connection) {
      connection.send(greetings[next] ?? greeting(0));
      next += 1;
    },
  });
}

export const resumeCases: readonly ClientCase[] = [
  {
    name: "issue 6: a message that the server took is not sent again, and its reply arrives later",
    async run() {
      await using server = await greets(greeting(0), greeting(1));
      await using env = new GenericEnvClient({ baseUrl: server.url, resume: true });
      const step = env.step({ n: 1 });
      const first = await server.connection(0);
      await first.next();
      first.cut();
      const second = await server.connection(1);
      assert.deepEqual(asked(second), { key: asked(first).key, received: "0" });
      second.send(observation({ n: 1 }));
      assert.deepEqual((await step).observation, { n: 1 });
      const state = env.state();
      assert.equal(parse(await second.next()).type, "state");
      second.send({ type: "state", data: { step_count: 1 } });
      await state;
      assert.equal(second.messages.length, 1);
    },
  },
  {
    name: "issue 6: messages that the server did not take are sent again, in order, and once",
    async run() {
      await using server = await greets(greeting(0), greeting(2));
      await using env = new GenericEnvClient({ baseUrl: server.url, resume: true });
      const steps = [1, 2, 3, 4].map((n) => env.step({ n }));
      const first = await server.connection(0);
      for (const _ of steps) await first.next();
      first.send(observation({ n: 1 }));
      await steps[0];
      first.cut();
      const second = await server.connection(1);
      assert.equal(asked(second).received, "1");
      assert.deepEqual([parse(await second.next()).data, parse(await second.next()).data], [{ n: 3 }, { n: 4 }]);
      for (const n of [2, 3, 4]) second.send(observation({ n }));
      const seen = (await Promise.all(steps)).map((result) => result.observation["n"]);
      assert.deepEqual(seen, [1, 2, 3, 4]);
    },
  },
  {
    name: "issue 6: a session that the server does not know any more is lost, and a reset begins another",
    async run() {
      await using server = await greets(greeting(0), errorFrame("SESSION_ERROR"), greeting(0));
      await using env = new GenericEnvClient({ baseUrl: server.url, resume: true });
      const step = env.step({});
      const first = await server.connection(0);
      await first.next();
      first.cut();
      const lost = await rejects(step, SessionLostError, /SESSION_ERROR happened/);
      assert.ok(lost.cause instanceof SessionError);
      await rejects(env.state(), SessionLostError);
      const reset = env.reset();
      const third = await server.connection(2);
      assert.equal(parse(await third.next()).type, "reset");
      third.send(observation({}));
      await reset;
      assert.notEqual(asked(third).key, asked(first).key);
    },
  },
  {
    name: "issue 6: a server that cannot have taken so many messages is not believed",
    async run() {
      for (const taken of [5, -1, "1", undefined]) {
        await using server = await greets(greeting(0), greeting(taken as number));
        await using env = new GenericEnvClient({ baseUrl: server.url, resume: true });
        const step = env.step({});
        const first = await server.connection(0);
        await first.next();
        first.cut();
        const { cause } = await rejects(step, SessionLostError);
        assert.ok(cause instanceof ProtocolViolationError);
      }
    },
  },
  {
    name: "issue 6: nobody answers within the server's window, and the session is lost",
    async run() {
      let refusing = false;
      await using server = await FakeServer.start({
        upgrade: (connection) => (refusing ? connection.cut() : connection.accept()),
        open: (connection) => connection.send(greeting(0, 60)),
      });
      await using env = new GenericEnvClient({ baseUrl: server.url, resume: true });
      const step = env.step({});
      const first = await server.connection(0);
      await first.next();
      refusing = true;
      first.cut();
      await rejects(step, SessionLostError, /not resumed within 60 ms/);
      assert.ok(server.connections.length > 1);
    },
  },
  {
    name: "issue 6: a call that is given up ends the session by a close, so that the server waits for nobody",
    async run() {
      await using server = await greets(greeting(0));
      await using env = new GenericEnvClient({ baseUrl: server.url, resume: true, messageTimeoutMs: 20 });
      await rejects(env.step({}), TimeoutError);
      assert.equal(await (await server.connection(0)).ended, 1000);
      assert.equal(server.connections.length, 1);
    },
  },
  {
    name: "issue 6: a server that closes by itself, or refuses the session, is not asked again",
    async run() {
      await using closing = await greets(greeting(0));
      await using env = new GenericEnvClient({ baseUrl: closing.url, resume: true });
      const step = env.step({});
      const connection = await closing.connection(0);
      await connection.next();
      connection.close(1001, "going");
      await rejects(step, SessionLostError, /1001/);
      await using full = await greets(errorFrame("CAPACITY_REACHED", { active_sessions: 1, max_sessions: 1 }));
      await using refused = new GenericEnvClient({ baseUrl: full.url, resume: true });
      await rejects(refused.reset(), CapacityReachedError);
      assert.deepEqual([closing.connections.length, full.connections.length], [1, 1]);
    },
  },
  {
    name: "issue 6: replies are acknowledged now and then, so that the server need not keep them",
    async run() {
      await using server = await FakeServer.start({
        open: (connection) => connection.send(greeting(0)),
        message: (connection, text) => parse(text).type === "received" || echo(connection, text),
      });
      await using env = new GenericEnvClient({ baseUrl: server.url, resume: true });
      for (let n = 0; n < 70; n += 1) await env.step({ n });
      await env.step({ large: "x".repeat(70_000) });
      await env.state();
      const [connection] = server.connections;
      const counts = (connection?.messages ?? []).map(parse).filter(({ type }) => type === "received");
      assert.deepEqual(
        counts.map(({ data }) => data),
        [{ count: 32 }, { count: 64 }, { count: 71 }],
      );
    },
  },
  {
    name: "MCP-08: only 403 and 404 say that a server cannot resume; any other answer is told",
    async run() {
      await using server = await FakeServer.start({ upgrade: (connection) => connection.refuse(500, "out of order") });
      await using env = new GenericEnvClient({ baseUrl: server.url, resume: true });
      const error = await rejects(env.reset(), ConnectionFailedError, /500/);
      assert.equal(error.details["status"], 500);
      assert.equal(server.connections.length, 1);
    },
  },
  {
    name: "issue 6: a server that cannot resume is used without: a session is lost with its connection",
    async run() {
      await using server = await FakeServer.start({
        upgrade: (connection) => (asked(connection).key ? connection.refuse(403, "") : connection.accept()),
        message: echo,
      });
      await using env = new GenericEnvClient({ baseUrl: server.url, resume: true });
      await env.reset();
      (await server.connection(1)).cut();
      await rejects(env.step({}), SessionLostError);
      const wrong = (): unknown => new GenericEnvClient({ baseUrl: server.url, resume: true, sessionId: "s" });
      assert.throws(wrong, (error) => error instanceof InvalidArgumentError && error.details["argument"] === "resume");
    },
  },
];
