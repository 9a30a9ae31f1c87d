/** The example that drives this environment checks itself. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { commandLine, envFor, requireRuntime } from "openenv-scripts/runtimes.ts";

const main = join(import.meta.dirname, "../../../../apps/examples/coding-agents/main.ts");

test("ten agents solve ten tasks at once, and the table says so", async () => {
  const child = Bun.spawn(commandLine(requireRuntime("bun"), main), { env: envFor("bun"), stderr: "pipe" });
  const [output, errors, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  expect(output).toContain("10 tasks solved in 10 sessions at once");
}, 180_000);
