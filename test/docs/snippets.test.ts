/**
 * Every TypeScript and Python block of the documentation compiles, runs and does not fail; a block that shows a file
 * of this repository shows what is in it. (OE-10, OE-88: documentation that nobody ran.)
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "openenv-scripts/run-command.ts";
import { envFor } from "openenv-scripts/runtimes.ts";
import { startServer, type StartedServer } from "openenv-scripts/start-server.ts";
import { pages, root, type Snippet, snippetsOf } from "./snippets.ts";

const snippets = pages().flatMap(snippetsOf);
const programs = snippets.filter(({ language, shows }) => language === "ts" && shows === undefined);
const shown = snippets.filter(({ shows }) => shows !== undefined);
const folder = join(import.meta.dirname, "blocks");
const python = process.env["OPENENV_PYTHON"];
/** Importing openenv or an interpreter takes seconds on a busy machine. */
const PATIENCE_MS = 180_000;

let server: StartedServer;

beforeAll(async () => {
  const echo = join(root, "packages/envs/echo-env/server/src/main.ts");
  server = await startServer("bun", echo, ["--port=0", "--max-concurrent-envs=32"]);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const snippet of programs) writeFileSync(fileOf(snippet), here(snippet.code));
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("the documentation has code in it", () => {
  expect(programs.length).toBeGreaterThan(4);
  expect(shown.length).toBeGreaterThan(1);
});

test(
  "OE-10: every TypeScript block compiles",
  async () => {
    const tsc = [process.execPath, "x", "--no-install", "--bun", "tsc"];
    const result = await runCommand([...tsc, "-p", join(import.meta.dirname, "tsconfig.json")], {
      cwd: root,
      quiet: true,
    });
    expect(result.output).toBe("");
    expect(result.exitCode).toBe(0);
  },
  PATIENCE_MS,
);

describe("OE-88: a TypeScript block runs", () => {
  test.each(programs.map((snippet) => [snippet.id, snippet] as const))(
    "%s",
    async (_id, snippet) => {
      const result = await runCommand([process.execPath, fileOf(snippet)], { env: envFor("bun"), quiet: true });
      expect(result.output).toBe("");
      expect(result.exitCode).toBe(0);
    },
    PATIENCE_MS,
  );
});

describe("a block that shows a file shows what is in it", () => {
  test.each(shown.map((snippet) => [snippet.id, snippet] as const))("%s", (_id, { shows = "", code }) => {
    expect(code.slice(code.indexOf("\n") + 1)).toBe(readFileSync(join(root, shows), "utf8"));
  });
});

describe.skipIf(python === undefined)("a Python block runs (skipped without OPENENV_PYTHON)", () => {
  const blocks = snippets.filter(({ language }) => language === "python");
  const env = { ...process.env, PYTHONPATH: join(root, "packages/envs/echo-env/python/src") };
  test.each(blocks.map((snippet) => [snippet.id, snippet] as const))(
    "%s",
    async (_id, snippet) => {
      const result = await runCommand([python ?? "", "-c", here(pythonProgram(snippet))], { env, quiet: true });
      expect(result).toMatchObject({
        exitCode: 0,
        output: expect.stringContaining(snippet.code.includes("print(") ? "hi" : ""),
      });
    },
    PATIENCE_MS,
  );
});

/** The block with the imports of its page, in a coroutine where it awaits. */
function pythonProgram({ id, code }: Snippet): string {
  const page = id.slice(0, id.indexOf("#"));
  const imports = snippets.filter((other) => other.language === "python" && other.id.startsWith(`${page}#`));
  const importLines = imports.flatMap((other) => other.code.match(/^(?:from|import) .*$/gm) ?? []);
  const body = code.includes("await ")
    ? `import asyncio\nasync def main():\n${code.replaceAll(/^/gm, "    ")}\nasyncio.run(main())\n`
    : code;
  return `${importLines.join("\n")}\n${body}`;
}

function fileOf({ id }: Snippet): string {
  return join(folder, `${id.replaceAll(/\W+/g, "-")}.ts`);
}

/** The snippet, but for the server it talks to and the port it takes. */
function here(code: string): string {
  return code.replaceAll("http://localhost:8000", server.url).replaceAll("port: 8000", "port: 0");
}
