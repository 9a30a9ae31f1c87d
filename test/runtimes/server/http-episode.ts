/** `POST /reset`, `POST /step`, `GET /state` (PROTOCOL §1.3–1.5, §1.10). */
import assert from "node:assert/strict";
import { type HttpAnswer, post, postText, request } from "../harness/http.ts";
import type { ServerCase } from "../harness/server-case.ts";

/** The one error of a 422, as `type` and `loc`. */
function expectIssue({ status, json, text }: HttpAnswer, type: string, loc: readonly unknown[]): void {
  assert.equal(status, 422, text);
  assert.deepEqual(Object.keys(json), ["detail"]);
  assert.deepEqual(
    json.detail.map((issue) => ({ type: issue.type, loc: issue.loc })),
    [{ type, loc }],
  );
  assert.equal(typeof json.detail[0]?.msg, "string");
  assert.ok(json.detail[0] !== undefined && "input" in json.detail[0]);
}

export const httpEpisodeCases: readonly ServerCase[] = [
  {
    title: "POST /reset answers four keys, with or without a body",
    verifies: ["http:reset:reply", "http:reset:body-optional", "http:reset:params"],
    async run(scope) {
      const { url } = await scope.serve("options");
      const given = await post(`${url}/reset`, { seed: "7", episode_id: "e", game: "go", unknown: 1 });
      assert.equal(given.status, 200);
      const params = { seed: 7, episode_id: "e", game: "go" };
      assert.deepEqual(given.json, {
        observation: { params, resets: 1, metadata: {} },
        reward: null,
        done: false,
        metadata: null,
      });
      for (const body of [undefined, "", "null", "{}"]) {
        const answer = await request(`${url}/reset`, {
          method: "POST",
          ...(body !== undefined && { body, headers: { "content-type": "application/json" } }),
        });
        assert.equal(answer.status, 200, `body ${body}`);
        assert.equal((answer.json.observation["params"] as { game: string }).game, "chess");
      }
    },
  },
  {
    title: "what is wrong with a reset body is a 422 located below body",
    verifies: ["http:422:body"],
    async run(scope) {
      const { url } = await scope.serve("options");
      expectIssue(await post(`${url}/reset`, { seed: -1 }), "greater_than_equal", ["body", "seed"]);
      expectIssue(await post(`${url}/reset`, { seed: 7.5 }), "int_from_float", ["body", "seed"]);
      expectIssue(await post(`${url}/reset`, { seed: "x" }), "int_parsing", ["body", "seed"]);
      expectIssue(await post(`${url}/reset`, { episode_id: "x".repeat(256) }), "string_too_long", [
        "body",
        "episode_id",
      ]);
      expectIssue(await post(`${url}/reset`, { episode_id: 7 }), "string_type", ["body", "episode_id"]);
      expectIssue(await post(`${url}/reset`, []), "model_attributes_type", ["body"]);
      assert.equal((await post(`${url}/reset`, { seed: true, episode_id: "🙂".repeat(255) })).status, 200);
      const { json } = await post(`${url}/reset`, { seed: -4 });
      assert.deepEqual([json.detail[0]?.input, json.detail[0]?.ctx], [-4, { ge: 0 }]);
    },
  },
  {
    title: "POST /step steps a fresh environment, and answers four keys",
    verifies: ["http:step:reply", "http:step:metadata"],
    async run(scope) {
      const { url } = await scope.serve("counter");
      const metadata = { progress: 0.5 };
      const { status, json } = await post(`${url}/step`, { action: { amount: 3, metadata }, extra: "kept" });
      assert.equal(status, 200);
      const { secret } = json.observation;
      assert.deepEqual(json, { observation: { total: 3, secret, metadata }, reward: 3, done: false, metadata });
      assert.equal((await post(`${url}/step`, { action: {} })).json["metadata"], null);
    },
  },
  {
    title: "what is wrong with a step's envelope is located below body; what is wrong with its action, from the action",
    verifies: ["http:422:body", "http:422:action", "http:step:no-environment"],
    async run(scope) {
      const server = await scope.serve("counter");
      const step = (body: unknown): Promise<HttpAnswer> => post(`${server.url}/step`, body);
      expectIssue(await step({}), "missing", ["body", "action"]);
      expectIssue(await step({ action: [] }), "dict_type", ["body", "action"]);
      expectIssue(await step({ action: {}, timeout_s: 0 }), "greater_than", ["body", "timeout_s"]);
      expectIssue(await step({ action: {}, timeout_s: "soon" }), "float_parsing", ["body", "timeout_s"]);
      expectIssue(await step({ action: {}, request_id: "x".repeat(256) }), "string_too_long", ["body", "request_id"]);
      expectIssue(await request(`${server.url}/step`, { method: "POST" }), "missing", ["body"]);
      expectIssue(await step({ action: { amount: 1.5 } }), "int_from_float", ["amount"]);
      expectIssue(await step({ action: { colour: "red" } }), "extra_forbidden", ["colour"]);
      // No environment was made for any of them.
      assert.equal(server.unread("made"), 0);
    },
  },
  {
    title: "a body must be JSON, and be called that",
    verifies: ["http:body:content-type", "http:body:invalid-json", "http:body:size"],
    async run(scope) {
      const { url } = await scope.serve("counter", { options: { maxMessageBytes: 1000 } });
      for (const type of ["application/json; charset=utf-8", "application/vnd.api+json", "Application/JSON"]) {
        assert.equal((await postText(`${url}/step`, '{"action":{}}', type)).status, 200, type);
      }
      for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonx"]) {
        expectIssue(await postText(`${url}/step`, '{"action":{}}', type), "model_attributes_type", ["body"]);
      }
      const nameless = { method: "POST", body: new TextEncoder().encode('{"action":{}}') };
      expectIssue(await request(`${url}/step`, nameless), "model_attributes_type", ["body"]);
      for (const text of ["{", "{'action':{}}", '{"action":{}} x']) {
        const { status, json } = await postText(`${url}/step`, text);
        assert.equal(status, 422);
        assert.equal(json.detail[0]?.type, "json_invalid");
        assert.equal(json.detail[0]?.loc[0], "body");
        assert.equal(typeof json.detail[0]?.loc[1], "number");
      }
      const large = await post(`${url}/step`, { action: { tags: ["x".repeat(1000)] } });
      assert.equal(large.status, 413);
      assert.equal((await post(`${url}/step`, { action: {} })).status, 200);
    },
  },
  {
    title: "OE-57: over HTTP nothing survives a request, and every answer says so",
    verifies: ["http:stateless", "http:capacity"],
    async run(scope) {
      const server = await scope.serve("counter", { options: { maxConcurrentEnvs: 1 } });
      await scope.connect(server);
      const reset = await post(`${server.url}/reset`, { start: 50 });
      const step = await post(`${server.url}/step`, { action: { amount: 1 } });
      const state = await request(`${server.url}/state`);
      assert.equal(reset.json.observation["total"], 50);
      assert.equal(step.json.observation["total"], 1);
      assert.deepEqual(state.json, { episode_id: null, step_count: 0, total: 0, board: [[0, 0]] });
      for (const { headers } of [reset, step, state]) assert.match(headers.get("openenv-session") ?? "", /\/ws/);
      // Each had an environment of its own, which was closed; none took a slot.
      for (let closed = 0; closed < 3; closed += 1) await server.event("closed");
      assert.equal(await server.active(), 1);
    },
  },
  {
    title: "OE-36: /state and /schema have the environment's own state, as the socket has",
    verifies: ["http:state:whole", "http:schema:state"],
    async run(scope) {
      const { server, peer } = await scope.open("counter");
      const overSocket = (await peer.ask({ type: "state" })).data;
      const { json } = await request(`${server.url}/state`);
      assert.deepEqual(json, overSocket);
      const schema = (await request(`${server.url}/schema`)).json["state"] as { properties: object };
      assert.deepEqual(Object.keys(schema.properties), ["episode_id", "step_count", "total", "board"]);
    },
  },
  {
    title: "OE-41: timeout_s ends a step with 504 and tells the environment; request_id comes back",
    verifies: ["http:step:timeout", "http:step:request-id"],
    async run(scope) {
      const server = await scope.serve("slow");
      const start = performance.now();
      const late = await post(`${server.url}/step`, { action: { gate: "g", mark: "late" }, timeout_s: 0.2 });
      const took = performance.now() - start;
      assert.equal(late.status, 504);
      assert.match(late.text, /timeout_s/);
      // It is the timeout that ended it: not at once, and the step would have waited for ever.
      assert.ok(took >= 190, `${took} ms`);
      assert.equal(await server.event("aborted"), "late");
      assert.match(await server.event("abort reason"), /timeout_s/);
      const next = await post(`${server.url}/step`, { action: {}, timeout_s: 30, request_id: "id 1" });
      assert.equal(next.status, 200);
      assert.equal(next.headers.get("x-request-id"), "id%201");
      // Longer than any timer, and no header value at all.
      const odd = { action: { ms: 20 }, timeout_s: 1e9, request_id: "\ud800" };
      assert.equal((await post(`${server.url}/step`, odd)).status, 200);
      await server.release("g");
      await server.event("closed");
    },
  },
  {
    title: "an environment that fails over HTTP is a 500 with a detail",
    verifies: ["http:500"],
    async run(scope) {
      const faulty = await scope.serve("faulty");
      for (const fault of ["throw", "reject", "misfit"]) {
        const { status, json } = await post(`${faulty.url}/step`, { action: { fault } });
        assert.equal(status, 500);
        assert.equal(typeof json.detail, "string");
      }
      const broken = await scope.serve("startup", { params: { factory: "throw" } });
      assert.equal((await post(`${broken.url}/reset`, {})).status, 500);
      assert.equal((await request(`${broken.url}/state`)).status, 500);
      for (const path of ["/health", "/schema", "/metadata"]) {
        assert.equal((await request(`${broken.url}${path}`)).status, 200);
      }
      const odd = await scope.serve("values");
      assert.equal((await post(`${odd.url}/step`, { action: { payload: "cycle" } })).status, 500);
      const notFinite = await post(`${odd.url}/step`, { action: { reward: "NaN" } });
      assert.equal(notFinite.json["reward"], null);
    },
  },
];
