/** Sizes, keepalive and closing: REPORTED_ISSUES WS-01 to WS-18, OE-06, OE-07. */
import assert from "node:assert/strict";
import { GenericEnvClient, MessageTooLargeError, SessionLostError, TimeoutError } from "@openenv/core";
import { FakeServer } from "../fake-server.ts";
import { type ClientCase, echo, observation, rejects } from "../support.ts";

export const limitCases: readonly ClientCase[] = [
  {
    name: "WS-01: a message over the limit is refused before the wire, and the session stays usable",
    async run() {
      await using server = await FakeServer.start({ message: echo });
      const env = new GenericEnvClient({ baseUrl: server.url, maxMessageBytes: 1_000_000 });
      await env.reset();
      await rejects(env.step({ text: "x".repeat(2_000_000) }), MessageTooLargeError, /maxSendBytes \(1000000 bytes\)/);
      // Counted in bytes: three for each of these.
      await rejects(env.step({ text: "€".repeat(400_000) }), MessageTooLargeError);
      assert.deepEqual((await env.step({ text: "€".repeat(300_000) })).observation["text"], "€".repeat(300_000));
      assert.equal(server.connections.length, 1);
      await env.close();
    },
  },
  {
    name: "WS-01: without options a message over 16 MiB is refused, since a server would end the session over it",
    async run() {
      await using server = await FakeServer.start({ message: echo });
      const env = new GenericEnvClient({ baseUrl: server.url });
      await rejects(env.step({ text: "x".repeat(16 * 1024 * 1024) }), MessageTooLargeError, /maxSendBytes/);
      assert.equal(server.accepted, 0);
    },
  },
  {
    name: "WS-03: a reply over the client's own limit is an error that names the option, and reset() goes on",
    async run() {
      await using server = await FakeServer.start({
        message: (connection, text) => {
          if (text.includes("big")) connection.send(observation({ text: "x".repeat(2000) }));
          else echo(connection, text);
        },
      });
      const env = new GenericEnvClient({ baseUrl: server.url, maxMessageBytes: 1000 });
      await env.reset();
      const [big, behind] = await Promise.allSettled([env.step({ big: 1 }), env.step({})]);
      assert.ok(big.status === "rejected" && big.reason instanceof MessageTooLargeError);
      assert.match(big.reason.message, /maxMessageBytes \(1000 bytes\)/);
      assert.ok(behind.status === "rejected" && behind.reason instanceof SessionLostError);
      await rejects(env.step({}), SessionLostError, /maxMessageBytes/);
      assert.deepEqual((await env.reset({ a: 1 })).observation, { a: 1 });
      await env.close();
    },
  },
  {
    name: "WS-06: a server that closes with 1009 is named as the one whose limit it was",
    async run() {
      await using server = await FakeServer.start({
        message: (connection, text) =>
          text.length > 1000 ? connection.close(1009, "too big") : echo(connection, text),
      });
      const env = new GenericEnvClient({ baseUrl: server.url });
      await env.reset();
      await rejects(
        env.step({ text: "x".repeat(2000) }),
        MessageTooLargeError,
        /server closed the connection with 1009/,
      );
      await rejects(env.step({}), SessionLostError, /1009/);
      await env.close();
    },
  },
  {
    name: "WS-06: a line that breaks under a message of unusual size says so, since the close frame may be lost",
    async run() {
      await using server = await FakeServer.start({
        message: echo,
        // As a server does that reads the size from the frame's head.
        open: (connection) => connection.socket.on("data", (chunk) => chunk.length > 1000 && connection.cut()),
      });
      const env = new GenericEnvClient({ baseUrl: server.url, maxSendBytes: 2 ** 30 });
      await env.reset();
      const text = "x".repeat(16 * 1024 * 1024);
      await rejects(env.step({ text }), SessionLostError, /while a message of 16777\d{3} characters was sent/);
      await env.close();
    },
  },
  {
    name: "WS-07: close() comes to an end when the server answers neither the message nor the close frame",
    async run() {
      await using server = await FakeServer.start({
        answersClose: false,
        message: (connection, text) =>
          text.includes("close") || text.includes("step") ? undefined : echo(connection, text),
      });
      const idle = new GenericEnvClient({ baseUrl: server.url });
      const busy = new GenericEnvClient({ baseUrl: server.url });
      await idle.reset();
      await busy.reset();
      const step = busy.step({});
      await Promise.all([idle.close(), busy.close(), rejects(step, Error, /closed/)]);
      await Promise.all(server.connections.map((connection) => connection.ended));
    },
  },
  {
    name: "WS-07: a call whose reply is too large is told at once, though the server never answers the close frame",
    async run() {
      await using server = await FakeServer.start({
        answersClose: false,
        message: (connection) => connection.send(observation({ text: "x".repeat(2000) })),
      });
      const env = new GenericEnvClient({ baseUrl: server.url, maxMessageBytes: 1000 });
      await rejects(env.reset(), MessageTooLargeError);
      assert.equal((await server.connection(0)).socket.destroyed, false);
      await env.close();
    },
  },
  {
    name: "OE-06: a peer that answers no ping is an error that names the option",
    async run() {
      await using server = await FakeServer.start({ answersPings: false, message: () => {} });
      const env = new GenericEnvClient({ baseUrl: server.url, pingIntervalMs: 20, pingTimeoutMs: 20 });
      const error = await rejects(env.reset(), SessionLostError, /pingTimeoutMs \(20 ms\)/);
      assert.ok(error.cause instanceof TimeoutError);
      await env.close();
    },
  },
  {
    name: "OE-06: pingIntervalMs null sends no ping, pingTimeoutMs null waits for no answer",
    async run() {
      await using server = await FakeServer.start({
        answersPings: false,
        message: (connection, text) => setTimeout(() => echo(connection, text), 100),
      });
      const silent = new GenericEnvClient({ baseUrl: server.url, pingIntervalMs: null, pingTimeoutMs: 10 });
      const patient = new GenericEnvClient({ baseUrl: server.url, pingIntervalMs: 10, pingTimeoutMs: null });
      await Promise.all([silent.reset({ a: 1 }), patient.reset({ a: 1 })]);
      const pings = server.connections.map((connection) => connection.pings).toSorted((a, b) => a - b);
      assert.equal(pings[0], 0);
      assert.ok((pings[1] ?? 0) >= 2);
      await Promise.all([silent.close(), patient.close()]);
    },
  },
  {
    name: "OE-07: a client that was busy for longer than its ping timeout keeps its session",
    async run() {
      await using server = await FakeServer.start({ message: echo });
      const env = new GenericEnvClient({ baseUrl: server.url, pingIntervalMs: 30, pingTimeoutMs: 80 });
      await env.reset();
      const connection = await server.connection(0);
      const flag = new Int32Array(new SharedArrayBuffer(4));
      for (let round = 0; round < 3; round += 1) {
        while (connection.pings <= round) await new Promise((resolve) => setTimeout(resolve, 1));
        Atomics.wait(flag, 0, 0, 200);
        assert.deepEqual((await env.step({ round })).observation, { round });
      }
      assert.equal(server.connections.length, 1);
      await env.close();
    },
  },
  {
    name: "WS-18: a step that is silent for several ping timeouts stays up while pongs flow",
    async run() {
      await using server = await FakeServer.start({
        message: (connection, text) => {
          const look = setInterval(() => {
            if (connection.pings < 12) return;
            clearInterval(look);
            echo(connection, text);
          }, 5);
        },
      });
      const env = new GenericEnvClient({ baseUrl: server.url, pingIntervalMs: 30, pingTimeoutMs: 100 });
      assert.deepEqual((await env.reset({ a: 1 })).observation, { a: 1 });
      await env.close();
    },
  },
  {
    name: "WS-16: pings keep a proxy from cutting an idle line",
    async run() {
      await using server = await FakeServer.start({
        open: (connection) => connection.socket.setTimeout(300, () => connection.cut()),
        message: (connection, text) => setTimeout(() => echo(connection, text), text.includes("close") ? 0 : 900),
      });
      const env = new GenericEnvClient({ baseUrl: server.url, pingIntervalMs: 50 });
      assert.deepEqual((await env.reset({ a: 1 })).observation, { a: 1 });
      await env.close();
    },
  },
];
