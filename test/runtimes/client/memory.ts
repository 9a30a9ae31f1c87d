/** The client and a server in one process, without a port (`@openenv/core/testing`). */
import { GenericEnvClient, SessionLostError } from "@openenv/core";
import { createEnvServer } from "@openenv/core/server";
import { connectInProcess } from "@openenv/core/testing";
import assert from "node:assert/strict";
import type { ClientCase } from "../../../packages/core/test/client/cases.ts";
import { defineFixture } from "../fixture/environments/index.ts";
import { Gates } from "../fixture/link.ts";

const define = (name: string): ReturnType<typeof defineFixture> => defineFixture(name, {}, new Gates(() => {}));

export const memoryCases: readonly ClientCase[] = [
  {
    name: "in process: an episode, and an error that ends nothing",
    async run() {
      await using client = await connectInProcess(GenericEnvClient, define("counter"));
      assert.equal((await client.reset({ start: 2 })).observation["total"], 2);
      await assert.rejects(client.step({ amount: 0 }), { code: "VALIDATION_ERROR" });
      assert.equal((await client.step({ amount: 3 })).observation["total"], 5);
      assert.equal((await client.state())["step_count"], 1);
    },
  },
  {
    name: "in process: clients of one server have environments of their own, and a closed one is told of",
    async run() {
      const server = createEnvServer(define("counter"), { maxConcurrentEnvs: 8, variables: {} });
      const clients = await Promise.all(Array.from({ length: 8 }, () => connectInProcess(GenericEnvClient, server)));
      await Promise.all(clients.map((client, index) => client.reset({ start: index })));
      const totals = await Promise.all(clients.map(async (client) => (await client.step({})).observation["total"]));
      assert.deepEqual(totals, [1, 2, 3, 4, 5, 6, 7, 8]);
      await server.close();
      const [first] = clients;
      await assert.rejects(
        async () => first?.step({}),
        (error) => error instanceof SessionLostError,
      );
      await Promise.all(clients.map((client) => client.close()));
    },
  },
  {
    name: "in process: calls made ahead of their replies are answered in order",
    async run() {
      await using client = await connectInProcess(GenericEnvClient, define("slow"));
      const marks = ["a", "b", "c"];
      const steps = await Promise.all(marks.map((mark, index) => client.step({ mark, ms: 10 - 4 * index })));
      assert.deepEqual(
        steps.map(({ observation }) => observation["mark"]),
        marks,
      );
    },
  },
];
