/** What the client writes and what it reads: PROTOCOL §2.2, §2.6, §10. */
import assert from "node:assert/strict";
import { GenericEnvClient, InvalidArgumentError, ProtocolViolationError, SessionLostError } from "@openenv/core";
import { FakeServer } from "../fake-server.ts";
import { type ClientCase, echo, observation, rejects } from "../support.ts";

/** A client of a server that answers every call with `reply`. */
async function answering(reply: unknown): Promise<{ env: GenericEnvClient; server: FakeServer }> {
  const server = await FakeServer.start({
    message: (connection, text) => (text.includes('"close"') ? connection.close(1000) : connection.send(reply)),
  });
  return { server, env: new GenericEnvClient({ baseUrl: server.url }) };
}

export const wireCases: readonly ClientCase[] = [
  {
    name: "PROTOCOL §2.2: envelopes hold their own keys and nothing else",
    async run() {
      await using server = await FakeServer.start({ message: echo });
      const env = new GenericEnvClient({ baseUrl: server.url });
      await env.reset();
      await env.reset({ seed: 7, episode_id: undefined, game: "pong" });
      await env.step({ message: "hi", tag: undefined });
      await env.state();
      await env.close();
      const connection = await server.connection(0);
      assert.deepEqual(connection.messages, [
        '{"type":"reset","data":{}}',
        '{"type":"reset","data":{"seed":7,"game":"pong"}}',
        '{"type":"step","data":{"message":"hi"}}',
        '{"type":"state"}',
        '{"type":"close"}',
      ]);
    },
  },
  {
    name: "PROTOCOL §10.6: the handshake goes to /ws and offers no subprotocol and no compression",
    async run() {
      await using server = await FakeServer.start({ message: echo });
      await using env = await GenericEnvClient.connect(`${server.url}/prefix/`);
      const { head } = await server.connection(0);
      assert.match(head, /^GET \/prefix\/ws HTTP\/1.1\r\n/);
      assert.doesNotMatch(head, /sec-websocket-(protocol|extensions)/i);
      assert.equal(env.baseUrl, `${server.url}/prefix`);
    },
  },
  {
    name: "OE-18: a seed that JSON would round is refused before it is sent; digits beyond 2^53 arrive whole",
    async run() {
      const { server, env } = await answering(
        '{"type":"observation","data":{"observation":{"id":9007199254740993},"reward":1,"done":false}}',
      );
      await using _ = server;
      for (const seed of [2 ** 63, 2 ** 53, 1.5, Number.NaN])
        await rejects(env.reset({ seed }), InvalidArgumentError, /seed/);
      assert.equal(server.accepted, 0);
      const { observation: received } = await env.step({ id: 9007199254740993n });
      assert.equal(received["id"], 9007199254740993n);
      assert.equal((await server.connection(0)).messages[0], '{"type":"step","data":{"id":9007199254740993}}');
      await env.close();
    },
  },
  {
    name: "OE-18: a reward that JavaScript would round is an error, not another number",
    async run() {
      const { server, env } = await answering(
        '{"type":"observation","data":{"observation":{},"reward":9007199254740993,"done":false}}',
      );
      await using _ = server;
      await rejects(env.step({}), ProtocolViolationError, /9007199254740993/);
      await env.close();
    },
  },
  {
    name: "OE-34: metadata is found beside the observation, inside it, in both places or in none",
    async run() {
      const replies = [
        observation({ a: 1 }),
        observation({ a: 1, metadata: { in: 1 } }),
        observation({ a: 1 }, { metadata: { top: 1 } }),
        observation({ a: 1, metadata: { in: 1 } }, { metadata: { top: 1 } }),
        observation({ a: 1, metadata: { in: 1 } }, { metadata: null }),
      ];
      await using server = await FakeServer.start({
        message: (connection) => connection.send(replies[connection.messages.length - 1]),
      });
      const env = new GenericEnvClient({ baseUrl: server.url });
      const seen = [];
      for (const _ of replies) seen.push((await env.step({})).metadata);
      assert.deepEqual(seen, [{}, { in: 1 }, { top: 1 }, { top: 1 }, { in: 1 }]);
    },
  },
  {
    name: "OE-50, RL-02: reward and done come from beside the observation, and null stays null",
    async run() {
      const rest = [{ reward: 1, done: true }, { reward: true }, { reward: null }, { reward: 0.5, done: false }];
      await using server = await FakeServer.start({
        message: (connection) => connection.send(observation({ reward: 9 }, rest[connection.messages.length - 1])),
      });
      const env = new GenericEnvClient({ baseUrl: server.url });
      const seen = [];
      for (const _ of rest) {
        const { reward, done } = await env.step({});
        seen.push([reward, done]);
      }
      assert.deepEqual(seen, [
        [1, true],
        [true, false],
        [null, false],
        [0.5, false],
      ]);
    },
  },
  {
    name: "PROTOCOL §10.9: data, reward, done and observation may be missing",
    async run() {
      const { server, env } = await answering({ type: "observation" });
      await using _ = server;
      assert.deepEqual(await env.reset(), { observation: {}, reward: null, done: false, metadata: {} });
    },
  },
  {
    name: "PROTOCOL §9.2 row 5: an unknown type passes when it is shaped like the answer, a known wrong one does not",
    async run() {
      const replies = [
        { type: "observation_v2", data: { observation: { a: 1 } } },
        { type: "state_v2", data: { board: [] } },
        { type: "state", data: { step_count: 1 } },
      ];
      await using server = await FakeServer.start({
        message: (connection) => connection.send(replies[connection.messages.length - 1]),
      });
      const env = new GenericEnvClient({ baseUrl: server.url });
      assert.deepEqual((await env.step({})).observation, { a: 1 });
      assert.deepEqual(await env.state(), { board: [] });
      await rejects(env.step({}), ProtocolViolationError, /answered step with "state"/);
      await rejects(env.step({}), SessionLostError, /answered step with "state"/);
    },
  },
  {
    name: "WS-21: a message that is no JSON, or no object, ends the session with an error that quotes it",
    async run() {
      for (const reply of ["not json", "[]", "null", '{"data":{}}']) {
        const { server, env } = await answering(reply);
        await using _ = server;
        const error = await rejects(env.reset(), ProtocolViolationError);
        assert.ok(error.message.includes(JSON.stringify(reply)), error.message);
        await rejects(env.step({}), SessionLostError);
      }
    },
  },
  {
    name: "PROTOCOL §10.8: a frame nobody asked for never becomes the answer to a later call",
    async run() {
      await using server = await FakeServer.start({
        message: (connection, text) => {
          echo(connection, text);
          if (text.includes("last")) connection.send(observation({ stray: true }));
        },
      });
      const env = new GenericEnvClient({ baseUrl: server.url });
      await env.step({ last: 1 });
      await (
        await server.connection(0)
      ).ended;
      await rejects(env.step({ next: 1 }), SessionLostError, /without being asked/);
      assert.deepEqual((await env.reset({ seed: 1 })).observation, { seed: 1 });
    },
  },
  {
    name: "PROTOCOL §5.3: a binary message is read as the text it holds",
    async run() {
      await using server = await FakeServer.start({
        message: (connection) => {
          const frame = Buffer.from(`xx${JSON.stringify(observation({ ä: "ö" }))}`);
          frame.writeUInt8(0x82, 0);
          frame.writeUInt8(frame.length - 2, 1);
          connection.write(frame);
        },
      });
      const env = new GenericEnvClient({ baseUrl: server.url });
      assert.deepEqual((await env.reset()).observation, { ä: "ö" });
    },
  },
  {
    name: "PROTOCOL §10.3: a lone surrogate is made well-formed before it is sent",
    async run() {
      await using server = await FakeServer.start({ message: echo });
      const env = new GenericEnvClient({ baseUrl: server.url });
      assert.deepEqual((await env.step({ text: "a\ud800b" })).observation, { text: "a\ufffdb" });
    },
  },
  {
    name: "CG-23: keys such as __proto__ and constructor are data like any other",
    async run() {
      const { server, env } = await answering(
        '{"type":"observation","data":{"observation":{"__proto__":{"x":1},"constructor":2},"reward":null,"done":false}}',
      );
      await using _ = server;
      const { observation: received } = await env.reset();
      assert.deepEqual(Object.keys(received), ["__proto__", "constructor"]);
      assert.equal(({} as { x?: number }).x, undefined);
    },
  },
];
