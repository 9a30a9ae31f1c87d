/** The author's setup, and what the world sees of it. */
import assert from "node:assert/strict";
import { expectError } from "../harness/expect-error.ts";
import type { ServerCase } from "../harness/server-case.ts";

export const startupCases: readonly ServerCase[] = [
  {
    title: "until the setup is done /health says 503 starting, and sessions and requests wait",
    verifies: ["server:setup:health", "server:setup:sessions-wait", "server:setup:once"],
    async run(scope) {
      const { server, peer } = await scope.open("startup", {
        params: { setup: "gate" },
        options: { maxConcurrentEnvs: 2 },
      });
      await server.event("waiting");
      const starting = await fetch(`${server.url}/health`);
      assert.equal(starting.status, 503);
      assert.deepEqual(await starting.json(), { status: "starting" });
      assert.ok(Number(starting.headers.get("retry-after")) > 0);
      peer.send({ type: "reset" });
      peer.send({ type: "step", data: {} });
      const request = fetch(`${server.url}/reset`, { method: "POST" });
      // Sessions that wait have a slot.
      await scope.connect(server);
      expectError(await (await scope.connect(server)).next(), "CAPACITY_REACHED");
      assert.equal((await fetch(`${server.url}/schema`)).status, 200);
      assert.equal(server.unread("made"), 0);
      await server.release("setup");
      assert.equal((await peer.next()).data.observation["word"], "ready");
      assert.equal((await peer.next()).data.observation["word"], "step");
      assert.equal((await request).status, 200);
      const ready = await fetch(`${server.url}/health`);
      assert.equal(ready.status, 200);
      assert.deepEqual(await ready.json(), { status: "healthy" });
      await server.event("setup");
      assert.equal(server.unread("setup"), 0);
    },
  },
  {
    title: "a setup that fails makes every session a FACTORY_ERROR, and /health unhealthy",
    verifies: ["server:setup:failed", "server:errors:logged"],
    async run(scope) {
      const server = await scope.serve("startup", { params: { setup: "throw" }, options: { maxConcurrentEnvs: 1 } });
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const peer = await scope.connect(server);
        peer.send({ type: "reset" });
        assert.match(expectError(await peer.next(), "FACTORY_ERROR").message, /no data set/);
        assert.equal((await peer.closed).code, 1000);
      }
      const health = await fetch(`${server.url}/health`);
      assert.equal(health.status, 503);
      assert.deepEqual(await health.json(), { status: "unhealthy" });
      assert.equal((await fetch(`${server.url}/reset`, { method: "POST" })).status, 500);
      assert.ok((await server.log()).some(({ level, error }) => level === "error" && error?.message === "no data set"));
    },
  },
];
