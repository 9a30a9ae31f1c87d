/** What is common to every route (PROTOCOL §1.2). */
import assert from "node:assert/strict";
import { request } from "../harness/http.ts";
import type { ServerCase } from "../harness/server-case.ts";

export const httpRoutingCases: readonly ServerCase[] = [
  {
    title: "an unknown path is 404, a known one with another verb 405 with Allow",
    verifies: ["http:404", "http:405"],
    async run(scope) {
      const { url } = await scope.serve("counter");
      for (const path of ["/nowhere", "/web", "/a/b/c", "/HEALTH", "/constructor", "/%00", "/counter_env/unknown"]) {
        const { status, json } = await request(url + path);
        assert.equal(status, 404, path);
        assert.deepEqual(json, { detail: "Not Found" });
      }
      const wrong: [string, string, string][] = [
        ["GET", "/reset", "POST"],
        ["GET", "/step", "POST"],
        ["POST", "/state", "GET"],
        ["PUT", "/health", "GET"],
        ["DELETE", "/mcp", "POST"],
        ["GET", "/mcp", "POST"],
        ["OPTIONS", "/schema", "GET"],
        ["GET", "/counter_env/tasks", "POST"],
      ];
      for (const [method, path, allow] of wrong) {
        const { status, headers, json } = await request(url + path, { method });
        assert.equal(status, 405, `${method} ${path}`);
        assert.equal(headers.get("allow"), allow);
        assert.deepEqual(json, { detail: "Method Not Allowed" });
      }
    },
  },
  {
    title: "HEAD is answered on pages and refused on the API",
    verifies: ["http:head"],
    async run(scope) {
      const { url } = await scope.serve("counter");
      for (const path of ["/", "/docs", "/openapi.json"]) {
        const { status, text } = await request(url + path, { method: "HEAD" });
        assert.deepEqual([status, text], [200, ""], path);
      }
      for (const path of ["/health", "/schema", "/metadata", "/state"]) {
        const { status, text } = await request(url + path, { method: "HEAD" });
        assert.deepEqual([status, text], [405, ""], path);
      }
    },
  },
  {
    title: "a trailing slash is redirected with 307, the query kept",
    verifies: ["http:307"],
    async run(scope) {
      const { url } = await scope.serve("counter");
      for (const [method, path] of [
        ["GET", "/health/"],
        ["POST", "/reset/"],
        ["GET", "/counter_env/splits/"],
      ] as const) {
        const { status, headers } = await request(`${url}${path}?a=1`, { method });
        assert.equal(status, 307, path);
        assert.equal(headers.get("location"), `${url}${path.slice(0, -1)}?a=1`);
      }
      assert.equal((await request(`${url}/nowhere/`)).status, 404);
      assert.equal((await request(`${url}/health//`)).status, 404);
    },
  },
  {
    title: "many requests on one connection are answered, in order",
    verifies: ["http:keep-alive"],
    async run(scope) {
      const { url } = await scope.serve("counter");
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => request(`${url}/health?n=${index}`).then(({ status }) => status)),
      );
      assert.ok(answers.every((status) => status === 200));
    },
  },
];
