/** A generated client: what it checks before it sends, and how it reads servers of other versions. */
import assert from "node:assert/strict";
import { ProtocolViolationError, ValidationError } from "@openenv/core";
import { CounterEnv } from "../../testing/counter-env.ts";
import { FakeServer } from "../fake-server.ts";
import { type ClientCase, observation, parse, rejects } from "../support.ts";

/** A server that answers the n-th call with the n-th reply. */
function replying(...replies: readonly unknown[]): Promise<FakeServer> {
  return FakeServer.start({
    message: (connection, text) =>
      text.includes('"close"') ? connection.close(1000) : connection.send(replies[connection.messages.length - 1]),
  });
}

export const typedCases: readonly ClientCase[] = [
  {
    name: "DESIGN §4: a wrong action is refused before it is sent, with Pydantic's words",
    async run() {
      await using server = await replying(observation({ total: 1, average: 1 }));
      await using env = new CounterEnv({ baseUrl: server.url });
      const wrong = { amount: 1.5, hint: 1 } as unknown as { amount: number };
      const error = await rejects(env.step(wrong), ValidationError, /amount.*hint/);
      assert.deepEqual(
        error.errors.map(({ type, loc }) => [type, loc]),
        [
          ["int_from_float", ["amount"]],
          ["extra_forbidden", ["hint"]],
        ],
      );
      await rejects(env.reset({ strat: 1 } as object), ValidationError, /strat/);
      assert.equal(server.accepted, 0);
      // The action goes out as it was given: a default is the server's to fill in.
      await env.step({});
      const connection = await server.connection(0);
      assert.deepEqual(parse(connection.messages[0] ?? ""), { type: "step", data: {} });
    },
  },
  {
    name: "PROTOCOL §2.6: metadata inside the observation is told beside it",
    async run() {
      await using server = await replying(observation({ metadata: { n: 1 }, total: 1, average: 1 }));
      await using env = new CounterEnv({ baseUrl: server.url });
      const result = await env.reset();
      assert.deepEqual(result, {
        observation: { total: 1, average: 1 },
        reward: null,
        done: false,
        metadata: { n: 1 },
      });
    },
  },
  {
    name: "DESIGN §6: keys that a newer server added are left out, in observations and inside the state",
    async run() {
      const state = { episode_id: "e", step_count: 1, total: 3, board: [] };
      await using server = await replying(observation({ total: 1, average: 1, extra: { a: 1 } }), {
        type: "state",
        data: state,
      });
      await using env = new CounterEnv({ baseUrl: server.url });
      assert.deepEqual((await env.reset()).observation, { total: 1, average: 1 });
      // A state is open: it keeps what it does not know.
      assert.deepEqual(await env.state(), state);
    },
  },
  {
    name: "PROTOCOL §2.6: null where a float is due was a number that is not finite",
    async run() {
      await using server = await replying(
        observation({ total: 1, average: null }),
        observation({ total: null, average: 1 }),
      );
      await using env = new CounterEnv({ baseUrl: server.url });
      assert.deepEqual((await env.reset()).observation, { total: 1, average: Number.NaN });
      await rejects(env.step({}), ProtocolViolationError, /total/);
    },
  },
  {
    name: "DESIGN §6: what does not fit is an error that names the places, and the session goes on",
    async run() {
      await using server = await replying(
        observation({ total: "one" }),
        { type: "state", data: { step_count: 0 } },
        observation({ total: 2, average: 2 }),
      );
      await using env = new CounterEnv({ baseUrl: server.url });
      const error = await rejects(
        env.reset(),
        ProtocolViolationError,
        /observation .* total: .*average: Field required/,
      );
      assert.equal((error.details["errors"] as unknown[]).length, 2);
      await rejects(env.state(), ProtocolViolationError, /state .*total/);
      assert.equal((await env.step({ amount: 1 })).observation.total, 2);
      assert.equal(server.connections.length, 1);
    },
  },
  {
    name: "OE-18: an integer beyond 2^53 in a field that is no bigint is an error, not another number",
    async run() {
      await using server = await replying(
        '{"type":"observation","data":{"observation":{"total":9007199254740993,"average":1},"reward":null,"done":false}}',
      );
      await using env = new CounterEnv({ baseUrl: server.url });
      await rejects(env.reset(), ProtocolViolationError, /total/);
    },
  },
  {
    name: "DESIGN §4: validate false sends and gives everything as it is",
    async run() {
      await using server = await replying(observation({ total: "one", more: 1 }));
      await using env = new CounterEnv({ baseUrl: server.url, validate: false });
      const result = await env.step({ amount: "3" } as unknown as { amount: number });
      assert.deepEqual(result.observation, { total: "one", more: 1 });
    },
  },
];
