/** Who may use a server that asks for a token. */
import assert from "node:assert/strict";
import { request } from "../harness/http.ts";
import type { ServerCase } from "../harness/server-case.ts";

const auth = { tokens: ["first-token", "second"] };
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
];
