/** The smoke cases on Node 20, Node 24, Bun and Deno. */
import { describe, expect, test } from "bun:test";
import { commandLine, envFor, findRuntime, runtimeNames, type Runtime } from "openenv-scripts/runtimes.ts";
import { join } from "node:path";
import { dockerEngine } from "./harness/engine.ts";
import { connection, containersOf, envImage } from "./harness/images.ts";
import { processesWith, until } from "./harness/processes.ts";
import { smokeCases, type SmokeSetup } from "./smoke/cases.ts";

const engine = dockerEngine();
const cwd = join(import.meta.dirname, "..");

describe.each([...runtimeNames])("providers on %s", (name) => {
  const runtime = findRuntime(name);
  if (runtime === undefined) {
    test.skip(`${name}: this runtime is not on the machine`, () => {});
    return;
  }
  test("start, drive and stop processes and containers", async () => {
    const docker = "missing" in engine ? null : { ...connection(engine), image: await envImage(engine, "echo-env") };
    const expected = smokeCases.filter((each) => docker !== null || each.docker !== true);
    const mark = `smoke-${process.pid}-${name}`;
    const lines = await runSmoke(runtime, { cwd, docker }, mark);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
      expected.map(({ title }) => ({ title, error: null })),
    );
    await until("no process is left", () => processesWith(`OPENENV_TEST_MARK=${mark}`).length === 0);
    if (!("missing" in engine)) expect(containersOf(engine)).toEqual([]);
  }, 120_000);
  if ("missing" in engine) test.skip(`docker: ${engine.missing}`, () => {});
});

async function runSmoke(runtime: Runtime, setup: SmokeSetup, mark: string): Promise<readonly string[]> {
  const file = join(import.meta.dirname, "smoke/main.ts");
  const child = Bun.spawn(commandLine(runtime, file, [JSON.stringify(setup)]), {
    cwd,
    env: {
      ...envFor(runtime.name),
      OPENENV_TEST_MARK: mark,
      HTTP_PROXY: "http://127.0.0.1:9",
      http_proxy: "http://127.0.0.1:9",
    },
    stdout: "pipe",
    stderr: "inherit",
  });
  const text = await new Response(child.stdout).text();
  expect(await child.exited).toBe(0);
  return text.trim().split("\n");
}
