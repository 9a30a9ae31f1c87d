/** Peers that send faster than they read, or faster than the environment steps: memory stays bounded (issue 3 §2). */
import assert from "node:assert/strict";
import type { ServerCase } from "../harness/server-case.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

export const backPressureCases: readonly ServerCase[] = [
  {
    title: "a peer that asks for 4 GiB and reads nothing gets no further than the server's buffers",
    verifies: ["server:back-pressure:unread-replies"],
    async run(scope) {
      const { server, peer } = await scope.open("big");
      const bystander = await scope.connect(server);
      await peer.ask({ type: "step", data: { characters: 256 * KIB } });
      const before = await scope.fixture.memory();
      peer.pause();
      for (let request = 0; request < 16_384; request += 1)
        peer.send({ type: "step", data: { characters: 256 * KIB } });
      // The server has come as far as it can when it answers others, again and again.
      for (let turn = 0; turn < 50; turn += 1) assert.equal((await bystander.ask({ type: "state" })).type, "state");
      const grown = (await scope.fixture.memory()) - before;
      assert.ok(grown < 128 * MIB, `the server grew by ${Math.round(grown / MIB)} MiB`);
      peer.resume();
      if (scope.traits.pauses) {
        assert.equal((await peer.next()).data.observation["received"], 0);
      } else {
        assert.equal((await peer.closed).code, 1008);
        await server.event("closed");
      }
    },
  },
  {
    title: "a peer that sends 12 000 messages during one step waits, or is closed with 1008 where reading cannot stop",
    verifies: ["server:back-pressure:unhandled-messages", "ws:order:fifo"],
    async run(scope) {
      const { server, peer } = await scope.open("slow");
      peer.send({ type: "step", data: { gate: "g" } });
      await server.event("waiting");
      const count = 12_000;
      for (let index = 0; index < count; index += 1) peer.send({ type: `t${index}` });
      if (scope.traits.pauses) {
        await server.release("g");
        assert.equal((await peer.next()).type, "observation");
        for (let index = 0; index < count; index += 1) {
          assert.equal((await peer.next()).data.message, `Unknown message type: t${index}`);
        }
      } else {
        assert.equal((await peer.closed).code, 1008);
        await server.release("g");
      }
    },
  },
  {
    title: "a few messages of many bytes are bounded too",
    verifies: ["server:back-pressure:unhandled-messages"],
    async run(scope) {
      const { server, peer } = await scope.open("slow", { options: { maxMessageBytes: MIB } });
      peer.send({ type: "step", data: { gate: "g" } });
      await server.event("waiting");
      const before = await scope.fixture.memory();
      const message = '{"type":"state"}'.padEnd(MIB);
      const count = 100;
      for (let index = 0; index < count; index += 1) peer.sendText(message);
      // 1006 when the server lost its patience before all of it had been sent.
      if (!scope.traits.pauses) assert.ok([1006, 1008].includes((await peer.closed).code));
      const bystander = await scope.connect(server);
      for (let turn = 0; turn < 50; turn += 1) assert.equal((await bystander.ask({ type: "state" })).type, "state");
      const grown = (await scope.fixture.memory()) - before;
      assert.ok(grown < 64 * MIB, `the server grew by ${Math.round(grown / MIB)} MiB`);
      await server.release("g");
      if (!scope.traits.pauses) return;
      assert.equal((await peer.next()).type, "observation");
      for (let index = 0; index < count; index += 1) assert.equal((await peer.next()).type, "state");
    },
  },
  {
    title: "a flood of few bytes or many is told why it is cut off where reading cannot stop",
    verifies: ["server:back-pressure:unhandled-messages"],
    async run(scope) {
      if (scope.traits.pauses) return;
      for (const [count, size] of [
        [6, 1000],
        [5000, 10],
      ] as const) {
        const { server, peer } = await scope.open("slow", { options: { maxMessageBytes: 1100 } });
        peer.send({ type: "step", data: { gate: "g" } });
        await server.event("waiting");
        for (let index = 0; index < count; index += 1) peer.send({ type: "x".repeat(size) });
        const { code, reason } = await peer.closed;
        assert.equal(code, 1008);
        assert.match(reason, /ahead of the replies/);
        await server.release("g");
        await server.event("closed");
      }
    },
  },
  {
    title: "a peer that reads late gets every reply",
    verifies: ["server:back-pressure:late-reader"],
    async run(scope) {
      const { peer } = await scope.open("big");
      peer.pause();
      const count = 200;
      for (let request = 0; request < count; request += 1) peer.send({ type: "step", data: { characters: 64 * KIB } });
      peer.resume();
      for (let request = 0; request < count; request += 1) {
        assert.equal(String((await peer.next()).data.observation["filler"]).length, 64 * KIB);
      }
    },
  },
];
