/** The programs that the READMEs show are run. (`test/docs` sees to it that the READMEs show these files.) */
import { expect, test } from "bun:test";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codingEnvironment } from "@openenv/coding-env-server";
import { serve } from "@openenv/core/serve";
import { commandLine, envFor, requireRuntime } from "openenv-scripts/runtimes.ts";

const folder = join(import.meta.dirname, "readme");
const LIMIT_MS = 120_000;

/** The program with a server of the test's own in it. */
async function run(name: string, replace: readonly [string, string]): Promise<string> {
  const program = join(folder, `run-${name}`);
  writeFileSync(program, readFileSync(join(folder, name), "utf8").replace(...replace));
  try {
    const child = Bun.spawn(commandLine(requireRuntime("bun"), program), { env: envFor("bun"), stderr: "pipe" });
    const [output, errors, code] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    expect({ code, errors: code === 0 ? "" : errors }).toEqual({ code: 0, errors: "" });
    return output;
  } finally {
    rmSync(program);
  }
}

test(
  "the client's program",
  async () => {
    await using server = await serve(codingEnvironment({ pool: { min: 0 } }), { port: 0 });
    const output = await run("drive.ts", ["http://localhost:8000", server.url]);
    expect(output).toBe("12.57\n 0 0.1\n[ 2, 4 ]\n\n");
  },
  LIMIT_MS,
);

test(
  "the server's program",
  async () => {
    expect(await run("serve.ts", ["port: 8000", "port: 0"])).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
  },
  LIMIT_MS,
);
