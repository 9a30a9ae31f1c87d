/**
 * Clients and a server with a bad network between them: whatever it does, every reply belongs to its request, no slot is
 * lost, and nothing is left behind. 600 steps of 8 sessions on each runtime; 10,000 of 50 with OPENENV_TEST_FULL=1.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { findRuntime, runtimeNames, type Runtime } from "openenv-scripts/runtimes.ts";
import { startServer, type StartedServer } from "openenv-scripts/start-server.ts";
import { join } from "node:path";
import process from "node:process";
import { fuzzRun } from "../fuzz/fuzz-run.ts";
import { chaosRun } from "./chaos-run.ts";
import { randomFaults } from "./random-faults.ts";
import { memoryOf, untilNoSession } from "./server-watch.ts";
import { TcpProxy } from "./tcp-proxy.ts";

const isFull = process.env["OPENENV_TEST_FULL"] === "1";
const { seed, count: steps } = fuzzRun({ short: 600, full: 10_000 });
const sessions = isFull ? 50 : 8;
const program = join(import.meta.dirname, "../../packages/envs/echo-env/server/src/main.ts");
const LIMIT_MS = isFull ? 600_000 : 120_000;

for (const name of runtimeNames) {
  const runtime = findRuntime(name);
  if (runtime === undefined) test.skip(`chaos on ${name}: this runtime is not on the machine`, () => {});
  else describe(`a server on ${name}`, () => suite(runtime));
}

function suite(runtime: Runtime): void {
  let server: StartedServer;
  const rejections: unknown[] = [];
  const note = (error: unknown): unknown => rejections.push(error);
  beforeAll(async () => {
    process.on("unhandledRejection", note);
    // Twice as many slots as clients: those of a connection that has stalled are taken until it is cut.
    server = await startServer(runtime.name, program, ["--port=0", `--max-concurrent-envs=${100 * sessions}`]);
  }, LIMIT_MS);
  afterAll(async () => {
    process.off("unhandledRejection", note);
    await server.stop();
  });

  test(
    `${steps} steps of ${sessions} sessions over a line that delays, stalls, half-closes and cuts (seed ${seed})`,
    async () => {
      const kinds = ["delay", "delay", "delay", "cut", "half-close", "stall"] as const;
      const plan = randomFaults({ seed, withinBytes: 8000, perDirection: 2, kinds, delayMs: 20 });
      const run = async (): Promise<void> => {
        await using proxy = await TcpProxy.start(server.url, { plan });
        const result = await chaosRun({ url: proxy.url, sessions, steps, ahead: 4, messageTimeoutMs: 500 });
        expect(result.wrong).toEqual([]);
        expect(result.answered).toBeGreaterThan(steps / 4);
        for (const kind of ["delay", "cut", "half-close", "stall"] as const) {
          expect(proxy.happened[kind]).toBeGreaterThan(0);
        }
        proxy.cutAll();
        await proxy.idle();
      };
      // The first run is for what a runtime keeps once and for all.
      await run();
      await untilNoSession(server.url);
      const before = isFull ? memoryOf(server) : undefined;
      await run();
      await untilNoSession(server.url);
      expect(rejections).toEqual([]);
      if (before !== undefined) expect(memoryOf(server)).toBeLessThan(1.1 * before);
    },
    LIMIT_MS,
  );
}
