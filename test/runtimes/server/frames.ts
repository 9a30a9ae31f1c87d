/** How messages travel (PROTOCOL §2.1, §10.3, §10.6; RFC 6455). */
import assert from "node:assert/strict";
import { expectError } from "../harness/expect-error.ts";
import { Opcode } from "../harness/frame.ts";
import type { ServerCase } from "../harness/server-case.ts";
import type { WirePeer } from "../harness/wire-peer.ts";

export const frameCases: readonly ServerCase[] = [
  {
    title: "replies are compact JSON, and what is not ASCII is not escaped",
    verifies: ["ws:frame:compact"],
    async run(scope) {
      const { peer } = await scope.open("values");
      const text = "grüße 🙂 \u2028 \u0001";
      peer.send({ type: "step", data: { text } });
      const reply = await peer.nextText();
      assert.equal(reply, JSON.stringify(JSON.parse(reply)));
      assert.ok(reply.includes("grüße 🙂 \u2028"), reply);
      assert.equal((JSON.parse(reply) as { data: { observation: { text: string } } }).data.observation.text, text);
    },
  },
  {
    title: "a binary frame of UTF-8 is taken as text; any other is INVALID_JSON",
    verifies: ["ws:frame:binary"],
    async run(scope) {
      const { peer } = await scope.open("counter");
      peer.sendFrame(Opcode.Binary, Buffer.from('{"type":"state"}'));
      assert.equal((await peer.next()).type, "state");
      peer.sendFrame(Opcode.Binary, Buffer.from([0xff, 0xfe, 0x00]));
      expectError(await peer.next(), "INVALID_JSON");
      assert.equal((await peer.ask({ type: "state" })).type, "state");
    },
  },
  {
    title: "a message in fragments, with a ping between them, is one message",
    verifies: ["ws:frame:fragments", "ws:frame:pong"],
    async run(scope) {
      const { peer } = await scope.open("values");
      // Cut inside a character.
      const bytes = Buffer.from('{"type":"step","data":{"text":"ü"}}');
      const cut = bytes.indexOf("ü") + 1;
      peer.sendFrame(Opcode.Text, bytes.subarray(0, cut), { fin: false });
      const pong = peer.nextPong();
      peer.sendFrame(Opcode.Ping, Buffer.from("are you there"));
      assert.equal((await pong).toString(), "are you there");
      peer.sendFrame(Opcode.Continuation, Buffer.alloc(0), { fin: false });
      peer.sendFrame(Opcode.Continuation, bytes.subarray(cut));
      assert.equal((await peer.next()).data.observation["text"], "ü");
    },
  },
  {
    title: "a broken frame ends its own socket and session, and nobody else's",
    verifies: ["ws:frame:broken"],
    async run(scope) {
      const { server, peer: bystander } = await scope.open("counter");
      const breaks: readonly ((peer: WirePeer) => void)[] = [
        (peer) => peer.sendFrame(Opcode.Text, Buffer.from([0xc3, 0x28])),
        (peer) => peer.sendFrame(Opcode.Text, Buffer.from("{}"), { reserved: 4 }),
        (peer) => peer.sendFrame(3, Buffer.from("{}")),
        (peer) => peer.sendFrame(Opcode.Ping, Buffer.alloc(200)),
        (peer) => peer.sendFrame(Opcode.Continuation, Buffer.from("{}")),
      ];
      await server.event("made");
      for (const broken of breaks) {
        const peer = await scope.connect(server);
        const secret = await server.event("made");
        broken(peer);
        assert.ok([1002, 1003, 1006, 1007].includes((await peer.closed).code));
        assert.equal(await server.event("closed"), secret);
      }
      assert.equal((await bystander.ask({ type: "state" })).type, "state");
      assert.equal(await server.active(), 1);
    },
  },
];
