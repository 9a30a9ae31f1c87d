/** What a server's log holds: records with the ids of session and episode, and no secret. */
import assert from "node:assert/strict";
import { post } from "../harness/http.ts";
import type { ServerCase } from "../harness/server-case.ts";

export const logCases: readonly ServerCase[] = [
  {
    title: "records of a session have its id and its episode's, from its beginning to its end",
    verifies: ["server:log:ids"],
    async run(scope) {
      const { server, peer } = await scope.open("tools");
      await peer.ask({ type: "reset", data: { episode_id: "episode-1" } });
      await peer.ask({ type: "step", data: { type: "call_tool", tool_name: "fail", arguments: {} } });
      await peer.ask({ type: "step", data: { amount: "many" } });
      peer.send({ type: "close" });
      await peer.closed;
      await server.event("closed");
      const log = await server.log();
      const [began] = log;
      const sessionId = began?.facts["sessionId"];
      assert.match(String(sessionId), /^[\da-f-]{36}$/);
      assert.deepEqual(
        log.map(({ level, message, facts }) => [level, message, facts["sessionId"], facts["episodeId"]]),
        [
          ["info", "A session began.", sessionId, null],
          ["info", "An episode began.", sessionId, "episode-1"],
          ["debug", "A tool failed.", sessionId, "episode-1"],
          ["debug", "A message was refused.", sessionId, "episode-1"],
          ["info", "A session ended.", sessionId, "episode-1"],
        ],
      );
      assert.equal(log.at(-1)?.facts["steps"], 1);
    },
  },
  {
    title: "no token, no key and nothing of a message is logged, whatever goes wrong",
    verifies: ["server:log:secrets"],
    async run(scope) {
      const token = "token-0123456789";
      const key = "resume-key-0123456789-abcdef";
      const server = await scope.serve("faulty", { options: { auth: { tokens: [token] } } });
      const headers = { authorization: `Bearer ${token}` };
      const peer = await scope.connect(server, { path: `/ws/resume?key=${key}`, headers });
      await peer.next();
      await peer.ask({ type: "reset", data: { unknown: "private-text" } });
      await peer.ask({ type: "step", data: { fault: "throw" } });
      await peer.ask({ type: "step", data: { wrong: "private-text" } });
      await peer.ask({ type: "private-text" });
      for (const wrong of [`${token}x`, "other-token"]) {
        await fetch(`${server.url}/schema`, { headers: { authorization: `Bearer ${wrong}` } });
      }
      await fetch(`${server.url}/step`, { method: "POST", body: '{"action":{"fault":"throw"}}', headers });
      await post(`${server.url}/mcp`, {});
      const log = JSON.stringify(await server.log());
      for (const secret of [token, key, "other-token"]) assert.ok(!log.includes(secret), `${secret}: ${log}`);
    },
  },
];
