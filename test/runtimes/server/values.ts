/** Values that JSON has no form for, or more than one (PROTOCOL §2.6, §10.1). */
import assert from "node:assert/strict";
import { expectError } from "../harness/expect-error.ts";
import type { ServerCase } from "../harness/server-case.ts";

export const valueCases: readonly ServerCase[] = [
  {
    title: "rewards are kept as they are; what is not finite is null",
    verifies: ["ws:observation:reward", "ws:observation:not-finite"],
    async run(scope) {
      const { peer } = await scope.open("values");
      const expected = { one: 1, half: 0.5, true: true, null: null, NaN: null, Infinity: null };
      for (const [reward, onWire] of Object.entries(expected)) {
        assert.equal((await peer.ask({ type: "step", data: { reward } })).data["reward"], onWire);
      }
      assert.equal((await peer.ask({ type: "reset" })).data.observation["number"], null);
    },
  },
  {
    title: "OE-44: every value has one form on the wire, or is an EXECUTION_ERROR that names its place",
    verifies: ["ws:observation:odd-values", "ws:observation:unserialisable"],
    async run(scope) {
      const { peer } = await scope.open("values");
      const onWire: Readonly<Record<string, string>> = {
        "lone surrogate": '"a\ufffdb"',
        bytes: '"AP+A"',
        date: '"1970-01-01T00:00:00.000Z"',
        map: '{"1":[1,2]}',
        bigint: "9007199254740993",
        "not finite": "[null,null]",
        "undefined member": '{"b":1}',
        "undefined item": "[null,1]",
        prototype: '{"__proto__":{"polluted":true},"constructor":1}',
      };
      for (const [payload, text] of Object.entries(onWire)) {
        peer.send({ type: "step", data: { payload } });
        assert.ok((await peer.nextText()).includes(`"payload":${text}`), payload);
        peer.send({ type: "step", data: { payload, in_metadata: true } });
        const withMetadata = await peer.nextText();
        // Inside the observation and beside it.
        assert.equal(withMetadata.split(`"metadata":{"value":${text}}`).length, 3, withMetadata);
      }
      for (const payload of ["cycle", "function", "symbol"]) {
        const own = expectError(await peer.ask({ type: "step", data: { payload } }), "EXECUTION_ERROR");
        assert.match(own.message, /observation\.payload/);
        const data = { payload, in_metadata: true };
        assert.match(expectError(await peer.ask({ type: "step", data }), "EXECUTION_ERROR").message, /metadata\.value/);
      }
      // The steps count: the environment has taken them.
      const steps = Object.keys(onWire).length * 2 + 6;
      assert.equal((await peer.ask({ type: "state" })).data["step_count"], steps);
    },
  },
  {
    title: "an integer beyond 2^53 keeps all its digits both ways where the schema has one, and is refused elsewhere",
    verifies: ["ws:integers:exact", "ws:integers:refused"],
    async run(scope) {
      const { peer } = await scope.open("values");
      const exactAsFloats = ["9007199254740992", "10000000000000000", "-123456789012345680000"];
      for (const digits of ["9007199254740993", "-123456789012345678901234567890", "7", ...exactAsFloats]) {
        peer.sendText(`{"type":"step","data":{"big":${digits}}}`);
        assert.ok((await peer.nextText()).includes(`"big":${digits},`));
      }
      for (const digits of ["9007199254740993", ...exactAsFloats]) {
        const refused = await peer.askText(`{"type":"step","data":{"whole":${digits}}}`);
        assert.deepEqual(expectError(refused, "VALIDATION_ERROR").errors[0]?.loc, ["whole"]);
      }
      // A float is not an integer, however it is written; and a small integer beside a large one stays what it is.
      const mixed = await peer.askText(
        '{"type":"step","data":{"ratio":10000000000000000,"whole":-0,"big":9007199254740993}}',
      );
      assert.equal(mixed.type, "observation");
    },
  },
  {
    title: "a string with a lone surrogate is taken, and comes back well-formed",
    verifies: ["ws:text:well-formed"],
    async run(scope) {
      const { peer } = await scope.open("values");
      const reply = await peer.askText('{"type":"step","data":{"text":"\\ud83d \\ud83d\\ude00 \\udc00"}}');
      assert.equal(reply.data.observation["text"], "\ufffd 😀 \ufffd");
      const asKey = await peer.askText('{"type":"step","data":{"metadata":{"\\ud800":1}}}');
      assert.equal(asKey.type, "observation");
    },
  },
];
