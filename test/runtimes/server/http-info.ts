/** What a server tells about itself (PROTOCOL §1.6–1.9), in both modes (§1.1). */
import assert from "node:assert/strict";
import { post, request } from "../harness/http.ts";
import type { ServerCase } from "../harness/server-case.ts";

type Paths = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const taskPaths = ["splits", "tasks", "num_tasks", "task", "task_range"].map((name) => `/{env_name}/${name}`);

export const httpInfoCases: readonly ServerCase[] = [
  {
    title: "/health is healthy and knows nothing else",
    verifies: ["http:health:body"],
    async run(scope) {
      const { url } = await scope.serve("counter");
      const { status, headers, text } = await request(`${url}/health`);
      assert.equal(status, 200);
      assert.equal(headers.get("content-type"), "application/json");
      assert.equal(text, '{"status":"healthy"}');
    },
  },
  {
    title: "/limits tells what a client's own limits have to fit; no limit is null",
    verifies: ["http:limits"],
    async run(scope) {
      const plain = await scope.serve("counter");
      const expected = '{"step_timeout_ms":null,"idle_timeout_ms":null,"max_message_bytes":16777216}';
      assert.equal((await request(`${plain.url}/limits`)).text, expected);
      const options = { stepTimeoutMs: 1500, idleTimeoutMs: 9000, maxMessageBytes: 1000 };
      const { url } = await scope.serve("counter", { options });
      assert.deepEqual((await request(`${url}/limits`)).json, {
        step_timeout_ms: 1500,
        idle_timeout_ms: 9000,
        max_message_bytes: 1000,
      });
    },
  },
  {
    title: "/capacity counts the sessions in use and those that wait; no limit is null",
    verifies: ["http:capacity:counts"],
    async run(scope) {
      const options = { maxConcurrentEnvs: 2, queue: { max: 2, timeoutMs: 60_000 } };
      const server = await scope.serve("counter", { options });
      const capacity = async (): Promise<unknown> => (await request(`${server.url}/capacity`)).json;
      assert.deepEqual(await capacity(), { active: 0, max: 2, queued: 0 });
      const first = await scope.connect(server);
      const second = await scope.connect(server);
      for (const peer of [first, second]) await peer.ask({ type: "reset" });
      const third = await scope.connect(server);
      third.send({ type: "reset" });
      while (JSON.stringify(await capacity()) !== '{"active":2,"max":2,"queued":1}') await new Promise(setImmediate);
      void first.close();
      assert.equal((await third.next()).type, "observation");
      assert.deepEqual(await capacity(), { active: 2, max: 2, queued: 0 });
      const { url } = await scope.serve("counter", { options: { maxConcurrentEnvs: -1 } });
      assert.equal((await request(`${url}/capacity`)).text, '{"active":0,"max":null,"queued":0}');
    },
  },
  {
    title: "/metadata has all six keys",
    verifies: ["http:metadata:keys"],
    async run(scope) {
      const { url } = await scope.serve("counter");
      assert.deepEqual((await request(`${url}/metadata`)).json, {
        name: "counter_env",
        description: "The fixture environment counter_env",
        readme_content: null,
        version: "1.2.3",
        author: null,
        documentation_url: null,
      });
    },
  },
  {
    title: "/schema has action, observation, state and reset_observation",
    verifies: ["http:schema:keys", "http:schema:state"],
    async run(scope) {
      const { url } = await scope.serve("counter");
      const { json } = await request(`${url}/schema`);
      assert.deepEqual(Object.keys(json), ["action", "observation", "state", "reset_observation"]);
      const { amount } = (json["action"] as { properties: { amount: object } }).properties;
      assert.deepEqual(amount, { default: 1, type: "integer", minimum: 1, maximum: 1000 });
      assert.deepEqual(json["reset_observation"], json["observation"]);
    },
  },
  {
    title: "/openapi.json names exactly the paths that are served, in either mode",
    verifies: ["http:openapi:paths", "http:openapi:version", "http:production:routes"],
    async run(scope) {
      const always = [
        "/metadata",
        "/health",
        "/capacity",
        "/limits",
        "/schema",
        "/list_environments",
        ...taskPaths,
        "/mcp",
      ];
      for (const mode of ["simulation", "production"]) {
        const { url } = await scope.serve("tasks", { options: { mode } });
        const { json } = await request(`${url}/openapi.json`);
        assert.equal(json["openapi"], "3.1.0");
        assert.match((json["info"] as { version: string }).version, /^1\./);
        const paths = json["paths"] as Paths;
        const episode = mode === "simulation" ? ["/reset", "/step", "/state"] : [];
        assert.deepEqual(Object.keys(paths).toSorted(), [...always, ...episode].toSorted());
        for (const [path, methods] of Object.entries(paths)) {
          for (const method of Object.keys(methods)) {
            const answer = await request(url + path.replace("{env_name}", "tasks_env"), {
              method: method.toUpperCase(),
            });
            assert.ok(![404, 405].includes(answer.status), `${method} ${path} is answered with ${answer.status}`);
          }
        }
        // References that lead nowhere would break every reader of the document.
        assert.doesNotMatch(JSON.stringify(json), /\$ref/);
      }
    },
  },
  {
    title: "production has no /reset, /step and /state; sockets are the same",
    verifies: ["http:production:routes", "ws:production"],
    async run(scope) {
      const server = await scope.serve("counter", { variables: { OPENENV_MODE: "PRODUCTION" } });
      for (const path of ["/reset", "/step"]) assert.equal((await post(server.url + path, {})).status, 404);
      assert.equal((await request(`${server.url}/state`)).status, 404);
      const peer = await scope.connect(server);
      assert.equal((await peer.ask({ type: "reset" })).type, "observation");
      assert.equal((await peer.ask({ type: "step", data: {} })).type, "observation");
      assert.equal((await peer.ask({ type: "state" })).type, "state");
    },
  },
  {
    title: "the mode is the option's, else OPENENV_MODE's, else simulation; another word fails at start",
    verifies: ["server:mode:precedence", "server:mode:invalid"],
    async run(scope) {
      const modeOf = async (options: object, variables: Record<string, string>): Promise<unknown> => {
        const server = await scope.serve("counter", { options: { ...options }, variables });
        return (await server.settings())["mode"];
      };
      assert.equal(await modeOf({}, {}), "simulation");
      assert.equal(await modeOf({}, { OPENENV_MODE: "" }), "simulation");
      assert.equal(await modeOf({}, { OPENENV_MODE: "Production" }), "production");
      assert.equal(await modeOf({ mode: "simulation" }, { OPENENV_MODE: "production" }), "simulation");
      await assert.rejects(modeOf({}, { OPENENV_MODE: "test" }), { message: /^OPENENV_MODE.*simulation.*production/ });
      await assert.rejects(modeOf({ mode: "test" }, {}), { message: /^mode.*simulation.*production/ });
    },
  },
  {
    title: "/docs and / are pages that load nothing from elsewhere",
    verifies: ["http:docs:offline", "http:root"],
    async run(scope) {
      const { url } = await scope.serve("counter");
      for (const path of ["/docs", "/"]) {
        const { status, headers, text } = await request(url + path);
        assert.equal(status, 200);
        assert.match(headers.get("content-type") ?? "", /^text\/html/);
        assert.match(headers.get("content-security-policy") ?? "", /default-src 'none'/);
        assert.match(text, /counter_env/);
        const elsewhere = [...text.matchAll(/(?:https?:)?\/\/[^\s"'<)]+/g)].map(([link]) => link);
        assert.deepEqual(
          elsewhere.filter((link) => !link.startsWith(url)),
          [],
        );
        assert.doesNotMatch(text, /<(?:link|img|iframe)\b|<script[^>]+src|@import/);
      }
      assert.match((await request(`${url}/`)).text, new RegExp(`CounterEnv\\.connect\\("${url}"\\)`));
    },
  },
];
