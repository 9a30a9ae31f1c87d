/** The end of a server (issue 3 §2): what runs may finish, everything is closed, once. */
import assert from "node:assert/strict";
import type { ServerCase } from "../harness/server-case.ts";
import { WirePeer } from "../harness/wire-peer.ts";

export const shutdownCases: readonly ServerCase[] = [
  {
    title: "close() lets the running step finish and sends its reply, then closes with 1001",
    verifies: ["server:shutdown:finishes-step", "server:shutdown:1001", "server:shutdown:no-further"],
    async run(scope) {
      const { server, peer } = await scope.open("slow");
      const idle = await scope.connect(server);
      peer.send({ type: "step", data: { gate: "g", mark: "running" } });
      peer.send({ type: "step", data: { mark: "queued" } });
      await server.event("waiting");
      const closed = server.close();
      await server.release("g");
      assert.equal((await peer.next()).data.observation["mark"], "running");
      for (const socket of [peer, idle]) {
        const { code, reason } = await socket.closed;
        assert.equal(code, 1001);
        assert.match(reason, /shutting down/);
      }
      await closed;
      await assert.rejects(peer.nextText());
      assert.equal(await server.event("stepped"), "running");
      assert.equal(server.unread("stepped"), 0);
      await server.event("closed");
      await server.event("closed");
      await assert.rejects(fetch(`${server.url}/health`));
      await assert.rejects(WirePeer.open(server.url));
    },
  },
  {
    title: "a step that never ends is waited for no longer than closeTimeoutMs",
    verifies: ["server:shutdown:bounded", "session:disconnect:signal"],
    async run(scope) {
      const { server, peer } = await scope.open("slow", { options: { closeTimeoutMs: 50 } });
      peer.send({ type: "step", data: { gate: "g", mark: "endless" } });
      await server.event("waiting");
      await server.close();
      assert.equal(await server.event("aborted"), "endless");
      assert.equal((await peer.closed).code, 1001);
    },
  },
  {
    title: "a peer that does not answer the close handshake does not hold the server up",
    verifies: ["server:shutdown:bounded"],
    async run(scope) {
      const { server, peer } = await scope.open("counter");
      await peer.ask({ type: "reset" });
      peer.pause();
      await server.close();
      peer.resume();
      assert.equal((await peer.closed).code, 1001);
    },
  },
  {
    title: "the author's close runs once, after the last environment has closed; a failing one fails close()",
    verifies: ["server:shutdown:author-close"],
    async run(scope) {
      const { server, peer } = await scope.open("startup");
      await peer.ask({ type: "reset" });
      await Promise.all([server.close(), server.close()]);
      await server.event("closed");
      await server.event("server closed");
      assert.equal(server.unread("server closed"), 0);
      const failing = await scope.serve("startup", { params: { serverClose: "throw" } });
      await assert.rejects(failing.close(), /nothing to close/);
    },
  },
];
