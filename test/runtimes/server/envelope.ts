/** What a message must look like, and that none of the wrong ones ends a session (PROTOCOL §2.2, §2.5, §9.1 row 2). */
import assert from "node:assert/strict";
import { expectError, expectIssue } from "../harness/expect-error.ts";
import type { ServerCase } from "../harness/server-case.ts";

export const envelopeCases: readonly ServerCase[] = [
  {
    title: "text that is not JSON is INVALID_JSON",
    verifies: ["ws:envelope:invalid-json", "ws:envelope:bare-nan", "ws:envelope:session-alive"],
    async run(scope) {
      const { peer } = await scope.open("counter");
      await peer.ask({ type: "reset", data: { start: 5 } });
      for (const text of [
        "not json",
        "",
        " ",
        "{",
        '{"type":"state"}x',
        "NaN",
        '{"type":"step","data":{"amount":NaN}}',
        "{'type':'state'}",
      ]) {
        expectError(await peer.askText(text), "INVALID_JSON");
      }
      assert.deepEqual((await peer.ask({ type: "step", data: {} })).data.observation["total"], 6);
    },
  },
  {
    title: "JSON that is no object is an error, and the session goes on",
    verifies: ["ws:envelope:not-an-object", "ws:envelope:session-alive"],
    async run(scope) {
      const { peer } = await scope.open("counter");
      for (const text of ["[]", "null", "3", '"state"', "true", '[{"type":"state"}]', "12345678901234567890"]) {
        expectError(await peer.askText(text), "VALIDATION_ERROR");
      }
      assert.equal((await peer.ask({ type: "state" })).type, "state");
    },
  },
  {
    title: "a type that is missing or unknown is UNKNOWN_TYPE, and is quoted as Python quotes it",
    verifies: ["ws:envelope:unknown-type"],
    async run(scope) {
      const { peer } = await scope.open("counter");
      const quoted: [unknown, string][] = [
        [undefined, "None"],
        [null, "None"],
        [7, "7"],
        [true, "True"],
        ["Step", "Step"],
        ["__proto__", "__proto__"],
        ["constructor", "constructor"],
        ["observation", "observation"],
        [[1], "[…]"],
        [{}, "{…}"],
      ];
      for (const [type, text] of quoted) {
        const { message } = expectError(await peer.ask({ type, data: {} }), "UNKNOWN_TYPE");
        assert.equal(message, `Unknown message type: ${text}`);
      }
    },
  },
  {
    title: "the envelope is closed: one key too many is a VALIDATION_ERROR",
    verifies: ["ws:envelope:extra-key", "ws:step:validation-error:code"],
    async run(scope) {
      const { peer } = await scope.open("counter");
      for (const type of ["reset", "step", "mcp"]) {
        expectIssue(await peer.ask({ type, data: {}, request_id: "1" }), "extra_forbidden", ["request_id"]);
      }
      for (const type of ["state", "close"]) {
        expectIssue(await peer.ask({ type, timeout_s: 1 }), "extra_forbidden", ["timeout_s"]);
      }
    },
  },
  {
    title: "a key called __proto__ is a key like any other",
    verifies: ["ws:envelope:proto-key"],
    async run(scope) {
      const { peer } = await scope.open("counter");
      expectIssue(await peer.askText('{"type":"state","__proto__":{}}'), "extra_forbidden", ["__proto__"]);
      const inAction = await peer.askText('{"type":"step","data":{"amount":1,"__proto__":{"x":1}}}');
      expectIssue(inAction, "extra_forbidden", ["__proto__"]);
    },
  },
  {
    title: "reset takes an object or nothing; null and others are refused",
    verifies: ["ws:envelope:reset-data"],
    async run(scope) {
      const { peer } = await scope.open("counter");
      assert.equal((await peer.ask({ type: "reset" })).type, "observation");
      assert.equal((await peer.ask({ type: "reset", data: {} })).type, "observation");
      for (const data of [null, [], "x", 1]) {
        expectIssue(await peer.ask({ type: "reset", data }), "dict_type", ["data"]);
      }
    },
  },
  {
    title: "step and mcp need data, which must be an object",
    verifies: ["ws:envelope:step-data", "ws:envelope:mcp-data"],
    async run(scope) {
      const { peer } = await scope.open("counter");
      for (const type of ["step", "mcp"]) {
        expectIssue(await peer.ask({ type }), "missing", ["data"]);
        for (const data of [null, [], "x", 1]) expectIssue(await peer.ask({ type, data }), "dict_type", ["data"]);
      }
    },
  },
  {
    title: "state and close take no data, and a malformed close closes nothing",
    verifies: ["ws:envelope:state-data", "ws:envelope:close-data"],
    async run(scope) {
      const { peer } = await scope.open("counter");
      for (const type of ["state", "close"]) {
        for (const data of [null, {}]) expectIssue(await peer.ask({ type, data }), "extra_forbidden", ["data"]);
      }
      assert.equal((await peer.ask({ type: "state" })).type, "state");
    },
  },
  {
    title: "an mcp message that is no JSON-RPC request is answered with -32600",
    verifies: ["ws:mcp:invalid-request", "ws:mcp:unknown-method"],
    async run(scope) {
      const { peer } = await scope.open("counter");
      for (const data of [
        {},
        { jsonrpc: "1.0", id: 1, method: "x" },
        { jsonrpc: "2.0", id: 1, method: "x", extra: 1 },
      ]) {
        const reply = await peer.ask({ type: "mcp", data });
        assert.equal(reply.type, "mcp");
        assert.equal((reply.data["error"] as { code: number }).code, -32_600);
        assert.equal("result" in reply.data, false);
      }
      const unknown = await peer.ask({ type: "mcp", data: { jsonrpc: "2.0", id: "a", method: "initialize" } });
      assert.equal(unknown.data["id"], "a");
      assert.equal((unknown.data["error"] as { code: number }).code, -32_601);
    },
  },
];
