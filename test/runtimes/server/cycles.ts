/** Many short sessions (OE-28). */
import assert from "node:assert/strict";
import type { ServerCase } from "../harness/server-case.ts";

export const cycleCases: readonly ServerCase[] = [
  {
    title: "OE-28: 200 cycles of connect, reset and close log no warning and leave nothing behind",
    verifies: ["server:errors:quiet", "session:capacity:freed"],
    async run(scope) {
      const server = await scope.serve("counter", { options: { maxConcurrentEnvs: 8 } });
      for (let cycle = 0; cycle < 200; cycle += 1) {
        const peer = await scope.connect(server);
        assert.equal((await peer.ask({ type: "reset" })).type, "observation");
        if (cycle % 2 === 0) {
          peer.send({ type: "close" });
          assert.equal((await peer.closed).code, 1000);
        } else {
          assert.equal((await peer.close()).code, 1000);
        }
        await server.event("closed");
      }
      assert.equal(await server.active(), 0);
      // Unhandled rejections and warnings of the process are looked for after every case.
      assert.deepEqual(
        (await server.log()).filter(({ level }) => level === "warn" || level === "error"),
        [],
      );
    },
  },
];
