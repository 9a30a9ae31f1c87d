/**
 * Clients with `resume` on a line that is cut again and again, at any byte of either direction: they see what clients on a
 * whole line see, and the environments execute each step once. In CI each runtime has its share of the cuts.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { commandLine, envFor, findRuntime, type Runtime, runtimeNames } from "openenv-scripts/runtimes.ts";
import { join } from "node:path";
import { verifies } from "../conformance/verifies.ts";
import { FixtureProcess } from "../runtimes/harness/fixture-process.ts";
import { randomFaults } from "./random-faults.ts";
import { TcpProxy } from "./tcp-proxy.ts";

const CUTS = process.env["OPENENV_TEST_FULL"] === "1" ? 1000 : 130;
/** A line lives for about this many steps. */
const STEPS_PER_CUT = 2.5;
const SESSIONS = 4;

for (const name of runtimeNames) {
  const runtime = findRuntime(name);
  if (runtime === undefined) test.skip(`resume on ${name}: this runtime is not on the machine`, () => {});
  else describe(`resume on ${name}`, () => suite(runtime));
}

function suite(runtime: Runtime): void {
  let fixture: FixtureProcess | undefined;
  afterAll(() => fixture?.[Symbol.asyncDispose]());

  for (const mode of ["async", "sync"]) {
    test(`${mode} sessions over a line that is cut ${CUTS} times see what an uncut one shows, each step executed once`, async () => {
      verifies("client:resume", "session:resume:once");
      fixture ??= await FixtureProcess.start(runtime);
      const seed = CUTS + mode.length;
      const server = await fixture.serve("ledger");
      const drive = async (url: string): Promise<unknown> => driven(runtime, url, mode, seed);
      const whole = await drive(server.url);

      const cuts = randomFaults({ seed, withinBytes: 3200, perDirection: 1, kinds: ["cut"], delayMs: 0 });
      await using proxy: TcpProxy = await TcpProxy.start(server.url, {
        plan: (connection) => (proxy.happened.cut < CUTS ? cuts(connection) : {}),
      });
      expect(await drive(proxy.url)).toEqual(whole);
      expect(proxy.happened.cut).toBeGreaterThanOrEqual(CUTS);
      expect(server.unread("disorder")).toBe(0);
      expect(fixture.takeComplaints()).toEqual([]);
    }, 300_000);
  }
}

async function driven(runtime: Runtime, url: string, mode: string, seed: number): Promise<unknown> {
  const steps = Math.ceil((CUTS * STEPS_PER_CUT) / SESSIONS);
  const args = [url, mode, seed, SESSIONS, steps].map(String);
  const child = Bun.spawn(commandLine(runtime, join(import.meta.dirname, "resume-driver.ts"), args), {
    env: envFor(runtime.name),
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (exitCode !== 0) throw new Error(`the driver ended with ${exitCode}:\n${stdout.slice(0, 500)}${stderr}`);
  return JSON.parse(stdout);
}
