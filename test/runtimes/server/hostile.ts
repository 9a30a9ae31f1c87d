/** Valid JSON that is meant to hurt: it may cost its sender an error, and nobody else anything. */
import assert from "node:assert/strict";
import { expectError } from "../harness/expect-error.ts";
import { postText } from "../harness/http.ts";
import type { ServerCase } from "../harness/server-case.ts";

function nested(depth: number): readonly string[] {
  return ["[".repeat(depth) + "]".repeat(depth), `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`];
}

/** Where a message may hold a value of any form. */
const places: readonly ((value: string) => string)[] = [
  (value) => value,
  (value) => `{"type":${value}}`,
  (value) => `{"type":"state","x":${value}}`,
  (value) => `{"type":"step","data":{"colour":${value}}}`,
  (value) => `{"type":"step","data":{"amount":${value}}}`,
  (value) => `{"type":"step","data":{"metadata":{"deep":${value}}}}`,
  (value) => `{"type":"step","data":{"metadata":{"big":12345678901234567890,"deep":${value}}}}`,
  (value) => `{"type":"reset","data":{"seed":${value}}}`,
  (value) => `{"type":"reset","data":{"start":${value}}}`,
  (value) => `{"type":"mcp","data":{"jsonrpc":"2.0","id":${value},"method":"x"}}`,
];

export const hostileCases: readonly ServerCase[] = [
  {
    title: "a message nested a hundred thousand levels deep is answered, wherever the depth is",
    verifies: ["ws:envelope:deep", "ws:envelope:session-alive"],
    async run(scope) {
      const { server, peer } = await scope.open("counter");
      const bystander = await scope.connect(server);
      for (const depth of [900, 3000, 10_000, 100_000]) {
        for (const value of nested(depth)) {
          for (const place of places) {
            const { type } = await peer.askText(place(value));
            assert.ok(["error", "mcp", "observation"].includes(type));
          }
        }
      }
      const shallow = await peer.askText(`{"type":"step","data":{"metadata":{"deep":${nested(900)[0]}}}}`);
      assert.equal(shallow.type, "observation");
      const deep = await peer.askText(`{"type":"step","data":{"metadata":{"deep":${nested(3000)[0]}}}}`);
      assert.match(expectError(deep, "EXECUTION_ERROR").message, /metadata\.deep.*levels deep/);
      assert.equal((await bystander.ask({ type: "state" })).type, "state");
    },
  },
  {
    title: "a body nested a hundred thousand levels deep is a 4xx or 500",
    verifies: ["ws:envelope:deep"],
    async run(scope) {
      const { url } = await scope.serve("counter");
      for (const value of nested(100_000)) {
        const answers = [
          await postText(`${url}/step`, `{"action":{"colour":${value}}}`),
          await postText(`${url}/step`, `{"action":{"metadata":{"deep":${value}}}}`),
          await postText(`${url}/reset`, `{"seed":${value}}`),
          await postText(`${url}/counter_env/tasks`, `{"split":${value}}`),
          await postText(`${url}/mcp`, `{"jsonrpc":"2.0","id":${value},"method":"x"}`),
        ];
        assert.deepEqual(
          answers.map(({ status }) => status),
          [422, 500, 422, 422, 200],
        );
      }
      assert.equal((await postText(`${url}/step`, '{"action":{}}')).status, 200);
    },
  },
  {
    title: "an integer of more than 4300 digits is INVALID_JSON, at once",
    verifies: ["ws:integers:bounded"],
    async run(scope) {
      const { peer } = await scope.open("values");
      const step = (digits: number): string => `{"type":"step","data":{"big":${"9".repeat(digits)}}}`;
      peer.sendText(step(4300));
      assert.ok((await peer.nextText()).includes(`"big":${"9".repeat(4300)},`));
      expectError(await peer.askText(step(4301)), "INVALID_JSON");
      expectError(await peer.askText(step(4_000_000)), "INVALID_JSON");
    },
  },
  {
    title: "broken JSON with many quotes behind a large integer is INVALID_JSON, at once",
    verifies: ["ws:envelope:invalid-json"],
    async run(scope) {
      const { peer } = await scope.open("counter");
      // Each quote starts what might be a string: looking for its end from every one of them would take hours.
      const text = `{"type":"step","data":{"x": 12345678901234567890, "y":"${String.raw`\"`.repeat(2_000_000)}`;
      expectError(await peer.askText(text), "INVALID_JSON");
    },
  },
];
