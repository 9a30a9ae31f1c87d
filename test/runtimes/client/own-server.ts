/** The client and a server in one runtime, over a real socket: what a program that serves and steps would see. */
import {
  CapacityReachedError,
  ExecutionError,
  FactoryError,
  GenericEnvClient,
  OpenEnvError,
  SessionLostError,
  ValidationError,
} from "@openenv/core";
import { rollout, toJsonLine, VectorEnv } from "@openenv/core/rollout";
import { serve, type ServeOptions, type ServedEnvironment } from "@openenv/core/serve";
import assert from "node:assert/strict";
import type { ClientCase } from "../../../packages/core/test/client/cases.ts";
import { defineFixture } from "../fixture/environments/index.ts";
import { Gates } from "../fixture/link.ts";
import { seededRandom } from "../harness/random.ts";

async function serveFixture(name: string, params: object = {}, options: ServeOptions = {}): Promise<ServedEnvironment> {
  const definition = defineFixture(name, params, new Gates(() => {}));
  return serve(definition, { port: 0, maxConcurrentEnvs: -1, variables: {}, ...options });
}

export const ownServerCases: readonly ClientCase[] = [
  {
    name: "an episode: reset, step, state, close",
    async run() {
      await using server = await serveFixture("counter");
      await using client = new GenericEnvClient({ baseUrl: server.url });
      const reset = await client.reset({ seed: 1, episode_id: "e", start: 5 });
      assert.deepEqual([reset.observation["total"], reset.reward, reset.done], [5, null, false]);
      const step = await client.step({ amount: 95, metadata: { progress: 0.5 } });
      assert.deepEqual([step.observation["total"], step.reward, step.done], [100, 95, true]);
      assert.deepEqual(step.metadata, { progress: 0.5 });
      assert.deepEqual(await client.state(), { episode_id: "e", step_count: 1, total: 100, board: [[100, 0]] });
      await client.close();
      assert.equal(server.server.activeSessions, 0);
    },
  },
  {
    name: "OE-50: reward and done of a real server reach the caller",
    async run() {
      await using server = await serveFixture("options");
      await using client = new GenericEnvClient({ baseUrl: server.url });
      const { reward, done } = await client.step({ type: "pass", x: 1 });
      assert.deepEqual([reward, done], [1, true]);
    },
  },
  {
    name: "OE-21: 64 clients with interleaved steps each see their own environment",
    async run() {
      await using server = await serveFixture("counter");
      const random = seededRandom(3);
      const episode = async (index: number): Promise<void> => {
        await using client = new GenericEnvClient({ baseUrl: server.url });
        const { secret } = (await client.reset({ start: index })).observation;
        let total = index;
        for (let step = 0; step < 10; step += 1) {
          const amount = 1 + Math.floor(random() * 5);
          total += amount;
          const { observation } = await client.step({ amount });
          assert.deepEqual(observation, { total, secret, metadata: {} });
        }
      };
      await Promise.all(Array.from({ length: 64 }, (_, index) => episode(index)));
      assert.equal(server.server.activeSessions, 0);
    },
  },
  {
    name: "n clients with a step of 200 ms take about one step's time",
    async run() {
      await using server = await serveFixture("slow");
      const clients = Array.from({ length: 16 }, () => new GenericEnvClient({ baseUrl: server.url }));
      await Promise.all(clients.map((client) => client.reset()));
      const timed = async (some: readonly GenericEnvClient[]): Promise<number> => {
        const start = performance.now();
        await Promise.all(some.map((client) => client.step({ ms: 200 })));
        return performance.now() - start;
      };
      const one = await timed(clients.slice(0, 1));
      const all = await timed(clients);
      await Promise.all(clients.map((client) => client.close()));
      assert.ok(all < 2 * one, `one ${one} ms, sixteen ${all} ms`);
    },
  },
  {
    name: "errors of a real server have their classes, and all they carry",
    async run() {
      await using server = await serveFixture("faulty", {}, { maxConcurrentEnvs: 1 });
      await using client = new GenericEnvClient({ baseUrl: server.url });
      await assert.rejects(client.step({ fault: "throw" }), (error) => {
        return error instanceof ExecutionError && error.message.includes("faulty: step threw");
      });
      await assert.rejects(client.step({ fault: "unheard of" }), (error) => {
        return error instanceof ValidationError && error.errors[0]?.loc[0] === "fault";
      });
      await using second = new GenericEnvClient({ baseUrl: server.url });
      await assert.rejects(second.reset(), (error) => {
        return error instanceof CapacityReachedError && error.activeSessions === 1 && error.maxSessions === 1;
      });
      await using broken = await serveFixture("startup", { factory: "throw" });
      await using third = new GenericEnvClient({ baseUrl: broken.url });
      await assert.rejects(third.reset(), (error) => {
        return error instanceof FactoryError && error.factoryName === "makeWords";
      });
    },
  },
  {
    name: "an observation of 32 MiB and integers of any size arrive whole",
    async run() {
      await using server = await serveFixture("big");
      await using client = new GenericEnvClient({ baseUrl: server.url });
      const { observation } = await client.step({ characters: 32 * 1024 * 1024 });
      assert.equal(String(observation["filler"]).length, 32 * 1024 * 1024);
      await using valuesServer = await serveFixture("values");
      await using exact = new GenericEnvClient({ baseUrl: valuesServer.url });
      const digits = 123_456_789_012_345_678_901_234_567_890n;
      assert.equal((await exact.step({ big: digits })).observation["big"], digits);
    },
  },
  {
    name: "issue 5: a rollout over several sessions gives a record of each episode, a failed one too",
    async run() {
      await using server = await serveFixture("counter");
      const envs = Array.from({ length: 3 }, () => new GenericEnvClient({ baseUrl: server.url }));
      const told: number[] = [];
      const records = await rollout(
        envs,
        ({ observation }, { episode }) => ({ amount: episode === 2 ? 0 : 1 + Number(observation["total"]) }),
        {
          resets: Array.from({ length: 6 }, (_, start) => ({ start, seed: start, episode_id: `e${start}` })),
          onProgress: ({ finished }) => void told.push(finished),
        },
      );
      assert.deepEqual(
        records.map(({ status }) => status),
        ["done", "done", "failed", "done", "done", "done"],
      );
      assert.deepEqual(told, [1, 2, 3, 4, 5, 6]);
      const line = JSON.parse(toJsonLine(records[5] as (typeof records)[number])) as Record<string, unknown[]>;
      assert.deepEqual([line["seed"], line["episode_id"], line["rewards"]], [5, "e5", [6, 12, 24, 48, 96]]);
      assert.equal(line["observations"]?.length, 6);
      await Promise.all(envs.map((env) => env.close()));
    },
  },
  {
    name: "issue 5: a vector over several sessions steps them as one, and gives whichever finished first",
    async run() {
      await using server = await serveFixture("slow");
      const clients = Array.from({ length: 3 }, () => new GenericEnvClient({ baseUrl: server.url }));
      await using envs = new VectorEnv(clients);
      await envs.reset({ seed: 1 });
      const { observations, errors } = await envs.step(["a", "b", "c"].map((mark) => ({ mark })));
      assert.deepEqual(
        observations.map((each) => each?.["mark"]),
        ["a", "b", "c"],
      );
      assert.deepEqual(errors, [undefined, undefined, undefined]);
      envs.sendBatch(
        new Map([
          [0, { mark: "late", ms: 300 }],
          [2, { mark: "soon" }],
        ]),
      );
      const [first] = await envs.recv();
      assert.deepEqual([first?.index, first?.observation?.["mark"]], [2, "soon"]);
      // What has answered can be sent on while another one still works.
      envs.sendBatch(new Map([[2, { mark: "again" }]]));
      const rest = await envs.recv(2);
      assert.deepEqual(
        rest.map(({ index }) => index),
        [2, 0],
      );
    },
  },
  {
    name: "WS-19: every way in which a server ends a session has its own error or its own facts",
    async run() {
      const facts = async (call: Promise<unknown>): Promise<unknown[]> => {
        const [settled] = await Promise.allSettled([call]);
        assert.ok(settled?.status === "rejected" && settled.reason instanceof OpenEnvError);
        const { code, details } = settled.reason;
        return [code, details["closeCode"], details["closeReason"]];
      };
      const lost = async (options: ServeOptions, end: (server: ServedEnvironment) => unknown): Promise<unknown[]> => {
        await using server = await serveFixture("counter", {}, options);
        const client = new GenericEnvClient({ baseUrl: server.url, maxSendBytes: 1e6 });
        await client.reset();
        await end(server);
        const told = await facts(client.step({ tags: ["x".repeat(2000)] }));
        await client.close();
        return told;
      };
      const full = await serveFixture("counter", {}, { maxConcurrentEnvs: 1 });
      await using first = await GenericEnvClient.connect(full.url);
      await first.reset();
      await using second = new GenericEnvClient({ baseUrl: full.url });
      const seen = [
        await facts(second.reset()),
        await lost({ idleTimeoutMs: 40 }, async ({ server }) => {
          while (server.activeSessions > 0) await new Promise((resolve) => setTimeout(resolve, 10));
        }),
        await lost({}, (server) => server.close()),
        await lost({ maxMessageBytes: 1000 }, () => {}),
      ];
      assert.deepEqual(
        seen.map(([code, closeCode]) => [code, closeCode]),
        [
          ["CAPACITY_REACHED", undefined],
          ["SESSION_LOST", 1000],
          ["SESSION_LOST", 1001],
          ["MESSAGE_TOO_LARGE", 1009],
        ],
      );
      assert.match(String(seen[1]?.[2]), /idle/);
      await full.close();
    },
  },
  {
    name: "a server that shuts down is a SessionLostError for the next step, and nothing waits for ever",
    async run() {
      const server = await serveFixture("counter");
      await using client = new GenericEnvClient({ baseUrl: server.url });
      await client.reset();
      await server.close();
      await assert.rejects(client.step({}), (error) => error instanceof SessionLostError);
    },
  },
];
