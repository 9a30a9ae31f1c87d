/** The committed Python packages: installed by pip, and at work against our servers. */
import { expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import type { EnvSchema } from "@openenv/core/schema";
import { kit } from "./fixtures/kit.ts";
import { interopSchema, planZod } from "./support/plans.ts";
import { describeWithPython, runPython } from "./support/python.ts";

const root = join(import.meta.dirname, "../../..");
const programs = join(import.meta.dirname, "python");
const environments = [
  ["echo", join(root, "packages/envs/echo-env")],
  ["rich", join(root, "test/interop/envs/rich")],
] as const;
/** Python imports half a web framework first. */
const SLOW = 300_000;

describeWithPython("the Python package, installed", ["openenv", "setuptools.command.bdist_wheel"], () => {
  test.each(environments)(
    "drives our server of %s, with and without await",
    async (name, home) => {
      await using server = await serve(join(home, "server/src/main.ts"));
      const temporary = mkdtempSync(join(tmpdir(), "openenv-python-"));
      try {
        const target = join(temporary, "installed");
        expect(install(join(home, "python"), temporary, target)).toBe(0);
        const program = join(programs, `drive_${name}.py`);
        const ran = runPython([program, server.url], { cwd: temporary, path: target });
        expect(ran).toMatchObject({ stdout: "ok\n", status: 0 });
      } finally {
        rmSync(temporary, { recursive: true, force: true });
      }
    },
    SLOW,
  );
});

describeWithPython("reset parameters and calls of tools", ["openenv"], () => {
  test(
    "have the types, names and defaults of the schema, and reach our servers",
    async () => {
      const path = mkdtempSync(join(tmpdir(), "openenv-python-"));
      try {
        await using counter = await serve(join(root, "test/interop/envs/counter/server/src/main.ts"));
        await using tools = await serve(join(root, "test/interop/envs/tools/server/src/main.ts"));
        writeModule(kit, path);
        for (const name of ["counter", "tools"]) writeModule(await interopSchema(name), path);
        const ran = runPython([join(programs, "drive_calls.py"), counter.url, tools.url], { cwd: path, path });
        expect(ran).toMatchObject({ stdout: "ok\n", status: 0 });
      } finally {
        rmSync(path, { recursive: true, force: true });
      }
    },
    SLOW,
  );
});

/** Writes the module of an environment's package into a folder. */
function writeModule(schema: EnvSchema, folder: string): void {
  for (const { path, content } of planZod(schema, { python: true }).files) {
    if (!path.startsWith("python/src/")) continue;
    const target = join(folder, path.slice("python/src/".length));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
}

/** Builds a copy, so that the checkout stays clean, and needs no network. Gives the exit code. */
function install(from: string, temporary: string, target: string): number | null {
  const copy = join(temporary, "source");
  cpSync(from, copy, { recursive: true });
  const offline = ["--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"];
  return runPython(["-m", "pip", "install", ...offline, "--target", target, copy]).status;
}

/** A server in a process of its own, as users start it. */
async function serve(program: string): Promise<AsyncDisposable & { readonly url: string }> {
  const child = Bun.spawn([process.execPath, program, "--port", "0", "--max-concurrent-envs", "8"], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const stop = async (): Promise<void> => {
    child.kill("SIGKILL");
    await child.exited;
  };
  let said = "";
  for await (const chunk of child.stdout) {
    said += new TextDecoder().decode(chunk);
    const url = /http:\/\/\S+/.exec(said)?.[0];
    if (url !== undefined) return { url, [Symbol.asyncDispose]: stop };
  }
  await stop();
  throw new Error(`${program} did not start: ${said}`);
}
