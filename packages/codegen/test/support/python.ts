/** The Python that holds the original `openenv`, and what becomes of tests where there is none. */
import { describe, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

const root = join(import.meta.dirname, "../../../..");
const places = [process.env["OPENENV_PYTHON"] ?? "", join(root, ".cache/venv/bin/python")];
const python = places.find((path) => existsSync(path));

const HOW =
  "make .cache/venv from test/interop/kit/requirements.txt and test/python-requirements.txt, " +
  "or set OPENENV_PYTHON to an interpreter that has what they list";

/** Describes tests that need modules of Python; where one is missing they are one skipped test that says so. */
export function describeWithPython(name: string, modules: readonly string[], suite: () => void): void {
  const missing = python === undefined ? "Python" : modules.find((module) => !hasModule(python, module));
  if (missing !== undefined) test.skip(`${name}: there is no ${missing}; ${HOW}`, () => {});
  else describe(name, suite);
}

interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
}

/** Runs Python to its end. Whatever it imports leaves no `__pycache__`. */
export function runPython(args: readonly string[], options: { input?: string; cwd?: string; path?: string } = {}): Ran {
  const { input = "", cwd, path } = options;
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1", ...(path !== undefined && { PYTHONPATH: path }) };
  return spawnSync(python ?? "", args, { input, cwd, env, encoding: "utf8", maxBuffer: 2 ** 28 });
}

function hasModule(path: string, module: string): boolean {
  const code = `import importlib.util, sys; sys.exit(importlib.util.find_spec("${module}") is None)`;
  return spawnSync(path, ["-c", code]).status === 0;
}
