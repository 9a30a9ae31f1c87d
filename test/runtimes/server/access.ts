/** Who may use a server: by token, by the name they call it, by the page they come from. */
import assert from "node:assert/strict";
import { type HttpAnswer, request } from "../harness/http.ts";
import type { ServerCase } from "../harness/server-case.ts";

const auth = { tokens: ["first-token", "second"] };
const evil = { origin: "http://evil.example" };
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

export const accessCases: readonly ServerCase[] = [
  {
    title: "HTTP needs one of the tokens, but for /health",
    verifies: ["server:auth:http"],
    async run(scope) {
      const { url } = await scope.serve("counter", { options: { auth } });
      const status = async (path: string, headers?: Record<string, string>): Promise<number> => {
        return (await request(`${url}${path}`, headers && { headers })).status;
      };
      assert.equal(await status("/health"), 200);
      for (const path of ["/metadata", "/schema", "/state", "/nowhere", "/"]) assert.equal(await status(path), 401);
      for (const token of ["", "first-toke", "first-token2", "SECOND", "first-token second"]) {
        assert.equal(await status("/metadata", bearer(token)), 401);
      }
      assert.equal(await status("/metadata", { authorization: "Basic second" }), 401);
      for (const token of auth.tokens) assert.equal(await status("/metadata", bearer(token)), 200);
      const { headers } = await request(`${url}/schema`);
      assert.equal(headers.get("www-authenticate"), "Bearer");
    },
  },
  {
    title: "a socket without a token is refused, and one with it served; OPENENV_TOKEN is one",
    verifies: ["server:auth:socket"],
    async run(scope) {
      const server = await scope.serve("counter", { variables: { OPENENV_TOKEN: "from-outside" } });
      for (const path of ["/ws", "/mcp"]) {
        await assert.rejects(scope.connect(server, { path }), /403/);
        await assert.rejects(scope.connect(server, { path, headers: bearer("other") }), /403/);
      }
      const peer = await scope.connect(server, { headers: bearer("from-outside") });
      assert.equal((await peer.ask({ type: "reset" })).type, "observation");
      assert.equal(await server.active(), 1);
    },
  },
  {
    title: "a server of this machine is not called by other names, nor used by other machines' pages",
    verifies: ["server:host"],
    async run(scope) {
      const server = await scope.serve("counter");
      const { port } = new URL(server.url);
      for (const headers of [{ host: `evil.example:${port}` }, evil, { origin: "null" }] as Record<string, string>[]) {
        const { status, json } = await request(`${server.url}/health`, { headers });
        assert.equal(status, 403);
        assert.match(JSON.stringify(json), /allowed(?:Hosts|Origins)/);
        for (const path of ["/ws", "/mcp"]) await assert.rejects(scope.connect(server, { path, headers }), /403/);
      }
      assert.equal(await server.active(), 0);
      for (const headers of [{ host: `localhost:${port}` }, { origin: "http://localhost:3000" }]) {
        assert.equal((await request(`${server.url}/health`, { headers })).status, 200);
        await scope.connect(server, { headers });
      }
    },
  },
  {
    title: "it may be called by the names and used by the pages that its options and variables list",
    verifies: ["server:host"],
    async run(scope) {
      const proxied = { host: "envs.example", origin: "https://envs.example" };
      const variables = { OPENENV_ALLOWED_HOSTS: "other.example, envs.example" };
      const byVariable = await scope.serve("counter", { variables });
      assert.equal((await request(`${byVariable.url}/health`, { headers: proxied })).status, 200);
      await assert.rejects(scope.connect(byVariable, { headers: evil }), /403/);
      const any = { allowedHosts: ["*"], allowedOrigins: ["*"] };
      const byOption = await scope.serve("counter", { options: any });
      await scope.connect(byOption, { headers: { host: "evil.example", ...evil } });
    },
  },
  {
    title: "a server of any address takes any name and any page, as Python's does",
    verifies: ["server:host", "ws:handshake:origin"],
    async run(scope) {
      const server = await scope.serve("counter", { options: { hostname: "0.0.0.0" } });
      await scope.connect(server, { headers: { host: "evil.example", ...evil } });
      assert.equal((await request(`${server.url}/health`, { headers: evil })).status, 200);
    },
  },
  {
    title: "browsers are told of other origins only where an option lists them",
    verifies: ["http:cors"],
    async run(scope) {
      const asks = { "access-control-request-method": "POST", "access-control-request-headers": "authorization" };
      const preflight = (url: string, origin: string): Promise<HttpAnswer> => {
        return request(`${url}/mcp`, { method: "OPTIONS", headers: { origin, ...asks } });
      };
      const shared = ({ headers }: HttpAnswer): string | null => headers.get("access-control-allow-origin");
      const off = await scope.serve("counter");
      const page = "http://localhost:3000";
      const refused = await preflight(off.url, page);
      assert.deepEqual([refused.status, shared(refused)], [405, null]);
      assert.equal(shared(await request(`${off.url}/health`, { headers: { origin: page } })), null);

      const on = await scope.serve("counter", { options: { auth, allowedOrigins: [page] } });
      const allowed = await preflight(on.url, page);
      assert.deepEqual([allowed.status, shared(allowed)], [204, page]);
      assert.match(allowed.headers.get("access-control-allow-headers") ?? "", /authorization/);
      // A page has to see a refusal, too.
      for (const [headers, status] of [
        [bearer("second"), 200],
        [{}, 401],
      ] as const) {
        const answer = await request(`${on.url}/metadata`, { headers: { origin: page, ...headers } });
        assert.deepEqual([answer.status, shared(answer), answer.headers.get("vary")], [status, page, "origin"]);
      }
      assert.equal(shared(await request(`${on.url}/health`, { headers: { origin: "http://localhost:3001" } })), null);
    },
  },
];
