/** How a server's errors reach the caller: PROTOCOL §2.5. */
import assert from "node:assert/strict";
import {
  CapacityReachedError,
  ExecutionError,
  FactoryError,
  GenericEnvClient,
  InvalidJsonError,
  SessionError,
  SessionLostError,
  UnknownTypeError,
  ValidationError,
  WireError,
} from "@openenv/core";
import { closeFrame, FakeServer, textFrame } from "../fake-server.ts";
import { type ClientCase, echo, errorFrame, observation, rejects } from "../support.ts";

const CAPACITY = errorFrame("CAPACITY_REACHED", { active_sessions: 2, max_sessions: 2 });

/** The errors that come without a call, the class of each, and what it carries. */
const REFUSALS = [
  { frame: CAPACITY, errorClass: CapacityReachedError },
  { frame: errorFrame("FACTORY_ERROR", { factory_name: "MyEnv" }), errorClass: FactoryError },
  { frame: errorFrame("SESSION_ERROR"), errorClass: SessionError },
] as const;

export const errorCases: readonly ClientCase[] = [
  {
    name: "OE-20: each of the codes has its class, and all it carries is kept",
    async run() {
      const issue = { type: "missing", loc: ["column"], msg: "Field required", input: {}, url: "https://errors" };
      const table = [
        { frame: errorFrame("INVALID_JSON"), errorClass: InvalidJsonError },
        { frame: errorFrame("UNKNOWN_TYPE"), errorClass: UnknownTypeError },
        { frame: errorFrame("VALIDATION_ERROR", { errors: [issue] }), errorClass: ValidationError },
        { frame: errorFrame("EXECUTION_ERROR", { hint: "h" }), errorClass: ExecutionError },
        ...REFUSALS,
      ];
      const seen = [];
      for (const { frame, errorClass } of table) {
        await using server = await FakeServer.start({ message: (connection) => connection.send(frame) });
        const env = new GenericEnvClient({ baseUrl: server.url });
        seen.push(await rejects(env.step({}), errorClass, /happened$/));
      }
      const [, , validation, execution, capacity, factory] = seen;
      assert.deepEqual((validation as ValidationError).errors, [issue]);
      assert.deepEqual(execution?.details, { hint: "h" });
      assert.deepEqual(
        [(capacity as CapacityReachedError).activeSessions, capacity?.details],
        [2, { active_sessions: 2, max_sessions: 2 }],
      );
      assert.equal((factory as FactoryError).factoryName, "MyEnv");
      assert.deepEqual(
        seen.map((error) => error.code),
        [
          "INVALID_JSON",
          "UNKNOWN_TYPE",
          "VALIDATION_ERROR",
          "EXECUTION_ERROR",
          "CAPACITY_REACHED",
          "FACTORY_ERROR",
          "SESSION_ERROR",
        ],
      );
    },
  },
  {
    name: "OE-20: a code of a newer server, and an error without a code, are typed errors too",
    async run() {
      const frames = [
        errorFrame("QUOTA_EXCEEDED", { left: 0 }),
        { type: "error" },
        { type: "error", data: { code: 7 } },
      ];
      await using server = await FakeServer.start({
        message: (connection) => connection.send(frames[connection.messages.length - 1]),
      });
      const env = new GenericEnvClient({ baseUrl: server.url });
      const seen = [];
      for (const _ of frames) {
        const error = await rejects(env.step({}), WireError);
        seen.push([error.code, error.message, error.details]);
      }
      assert.deepEqual(seen, [
        ["QUOTA_EXCEEDED", "QUOTA_EXCEEDED happened", { left: 0 }],
        ["UNKNOWN", "Unknown error", {}],
        ["7", "Unknown error", {}],
      ]);
    },
  },
  {
    name: "OE-19: overlapping calls get their own replies, and an error in the middle shifts none",
    async run() {
      await using server = await FakeServer.start({
        message: (connection, text) =>
          text.includes("2") ? connection.send(errorFrame("EXECUTION_ERROR")) : echo(connection, text),
      });
      const env = new GenericEnvClient({ baseUrl: server.url });
      const settled = await Promise.allSettled([
        env.step({ n: 1 }),
        env.step({ n: 2 }),
        env.state(),
        env.step({ n: 3 }),
      ]);
      const seen = settled.map((result) =>
        result.status === "fulfilled" ? result.value : (result.reason as WireError).code,
      );
      const rest = { reward: null, done: false, metadata: {} };
      assert.deepEqual(seen, [
        { observation: { n: 1 }, ...rest },
        "EXECUTION_ERROR",
        { episode_id: "e", step_count: 1 },
        { observation: { n: 3 }, ...rest },
      ]);
      assert.equal(server.connections.length, 1);
    },
  },
  {
    name: "OE-32, PROTOCOL §5.3: a refusal and the close right behind it reach the call that is waiting",
    async run() {
      for (const { frame, errorClass } of REFUSALS) {
        await using server = await FakeServer.start({
          message: (connection) => {
            connection.send(frame);
            connection.close(1000);
          },
        });
        const env = new GenericEnvClient({ baseUrl: server.url });
        const [reset, step] = await Promise.allSettled([env.reset(), env.step({})]);
        assert.ok(reset.status === "rejected" && reset.reason instanceof errorClass);
        assert.ok(step.status === "rejected" && step.reason instanceof errorClass);
      }
    },
  },
  {
    name: "OE-32, PROTOCOL §5.3: a refusal that came and closed before any call reaches the first one, and only that",
    async run() {
      for (const { frame, errorClass } of REFUSALS) {
        await using server = await FakeServer.start({ message: echo });
        const env = await GenericEnvClient.connect(server.url);
        const connection = await server.connection(0);
        connection.send(frame);
        connection.close(1000);
        await connection.ended;
        await rejects(env.step({}), errorClass);
        assert.deepEqual((await env.step({ a: 1 })).observation, { a: 1 });
        await env.close();
      }
    },
  },
  {
    name: "PROTOCOL §5.3: a refusal in the same packet as the answer to the handshake is not lost",
    async run() {
      await using server = await FakeServer.start({
        upgrade: (connection) => connection.accept(Buffer.concat([textFrame(CAPACITY), closeFrame(1000)])),
      });
      const env = await GenericEnvClient.connect(server.url);
      await rejects(env.reset(), CapacityReachedError);
      const error = await rejects(env.reset(), CapacityReachedError);
      assert.deepEqual([error.activeSessions, error.maxSessions, error.retryable], [2, 2, true]);
    },
  },
  {
    name: "PROTOCOL §2.5: a SESSION_ERROR in the middle of an episode is the reason why the session is lost",
    async run() {
      await using server = await FakeServer.start({
        message: (connection, text) => {
          connection.send(observation({}));
          if (!text.includes("last")) return;
          connection.send(errorFrame("SESSION_ERROR"));
          connection.close(1000);
        },
      });
      const env = new GenericEnvClient({ baseUrl: server.url });
      await env.reset();
      await env.step({ last: true });
      await (
        await server.connection(0)
      ).ended;
      const error = await rejects(env.step({}), SessionLostError, /SESSION_ERROR happened/);
      assert.ok(error.cause instanceof SessionError);
      await env.reset();
      assert.equal(server.connections.length, 2);
    },
  },
];
