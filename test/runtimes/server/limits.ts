/** Sizes of messages (PROTOCOL §10.4). */
import assert from "node:assert/strict";
import { Opcode } from "../harness/frame.ts";
import type { ServerCase } from "../harness/server-case.ts";
import type { WirePeer } from "../harness/wire-peer.ts";

const MIB = 1024 * 1024;

export const limitCases: readonly ServerCase[] = [
  {
    title: "a message of 16 MiB is taken, one more byte closes with 1009",
    verifies: ["ws:size:default", "ws:size:1009"],
    async run(scope) {
      const { server, peer } = await scope.open("big");
      const largest = stepOf(16 * MIB);
      assert.equal((await peer.askText(largest)).data.observation["received"], largest.length - stepOf(0).length);
      peer.sendText(stepOf(16 * MIB + 1));
      assert.equal((await peer.closed).code, 1009);
      await server.event("closed");
    },
  },
  {
    title: "maxMessageBytes moves the limit, which counts bytes of the whole message, text or binary",
    verifies: ["ws:size:option", "ws:size:bytes", "ws:size:1009"],
    async run(scope) {
      const limit = 4000;
      const server = await scope.serve("big", { options: { maxMessageBytes: limit } });
      const bystander = await scope.connect(server);
      const accepted = await scope.connect(server);
      assert.equal((await accepted.askText(stepOf(limit))).type, "observation");
      assert.equal((await accepted.askText(stepOf(limit, "€"))).type, "observation");
      const tooLarge: readonly ((peer: WirePeer) => void)[] = [
        (peer) => peer.sendText(stepOf(limit + 1)),
        (peer) => peer.sendText(stepOf(limit + 3, "€")),
        (peer) => peer.sendFrame(Opcode.Binary, Buffer.from(stepOf(limit + 1))),
        (peer) => {
          peer.sendFrame(Opcode.Text, Buffer.from(stepOf(limit)), { fin: false });
          peer.sendFrame(Opcode.Continuation, Buffer.from(" "));
        },
      ];
      for (const send of tooLarge) {
        const peer = await scope.connect(server);
        send(peer);
        assert.equal((await peer.closed).code, 1009);
        await server.event("closed");
      }
      assert.equal((await bystander.ask({ type: "state" })).type, "state");
      assert.equal(await server.active(), 2);
    },
  },
  {
    title: "an observation of 32 MiB arrives",
    verifies: ["ws:size:outbound"],
    async run(scope) {
      const { peer } = await scope.open("big");
      const { data } = await peer.ask({ type: "step", data: { characters: 32 * MIB } });
      assert.equal(String(data.observation["filler"]).length, 32 * MIB);
    },
  },
  {
    title: "WS-17: a peer that goes away in the middle of a large reply takes nobody along",
    verifies: ["ws:frame:broken"],
    async run(scope) {
      const { server, peer } = await scope.open("big");
      const bystander = await scope.connect(server);
      peer.pause();
      peer.send({ type: "step", data: { characters: 5 * MIB } });
      peer.send({ type: "step", data: { characters: 5 * MIB } });
      peer.abort();
      await server.event("closed");
      assert.equal((await bystander.ask({ type: "state" })).type, "state");
    },
  },
];

/** A step message of exactly so many UTF-8 bytes, or up to one character fewer, made of that character. */
function stepOf(bytes: number, character = "x"): string {
  const empty = '{"type":"step","data":{"filler":""}}';
  const size = Buffer.byteLength(character);
  const room = Math.max(0, Math.floor((bytes - empty.length) / size));
  return empty.replace('""', `"${character.repeat(room)}"`);
}
