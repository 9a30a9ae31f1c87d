/** apps/examples/blocking-rollout checks itself; here it runs. On Node 20 it does not: examples are not built. */
import { expect, test } from "bun:test";
import { runCommand } from "openenv-scripts/run-command.ts";
import { commandLine, envFor, findRuntime } from "openenv-scripts/runtimes.ts";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../../apps/examples/blocking-rollout");

for (const name of ["bun", "deno", "node24"] as const) {
  const runtime = findRuntime(name);
  if (runtime === undefined) {
    test.skip(`apps/examples/blocking-rollout on ${name}: this runtime is not on the machine`, () => {});
    continue;
  }
  test(`apps/examples/blocking-rollout on ${name}`, async () => {
    const command = commandLine(runtime, join(folder, "main.ts"));
    const result = await runCommand(command, { cwd: folder, env: envFor(name), quiet: true });
    expect(result).toMatchObject({ exitCode: 0, output: expect.stringContaining("nothing was awaited") as string });
  }, 60_000);
}
