/** The programs that the READMEs show are run. (`test/docs` sees to it that the READMEs show these files.) */
import { expect, test } from "bun:test";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect4Server } from "@openenv/connect4-env-server";
import { serve } from "@openenv/core/serve";
import { commandLine, envFor, requireRuntime } from "openenv-scripts/runtimes.ts";

const folder = join(import.meta.dirname, "readme");

/** The program with a server of the test's own in it. */
async function run(name: string, replace: readonly [string, string]): Promise<string> {
  const program = join(folder, `run-${name}`);
  writeFileSync(program, readFileSync(join(folder, name), "utf8").replace(...replace));
  try {
    const child = Bun.spawn(commandLine(requireRuntime("bun"), program), { env: envFor("bun"), stderr: "pipe" });
    const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    expect({ code: await child.exited, errors }).toEqual({ code: 0, errors: "" });
    return output;
  } finally {
    rmSync(program);
  }
}

test("the client's program", async () => {
  await using server = await serve(connect4Server, { port: 0 });
  expect(await run("drive.ts", ["http://localhost:8000", server.url])).toContain("[\n  [");
}, 30_000);

test("the server's program", async () => {
  expect(await run("serve.ts", ["port: 8000", "port: 0"])).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
}, 30_000);
