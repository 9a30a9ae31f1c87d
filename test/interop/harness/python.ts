/** The Python that holds the original `openenv`, and what becomes of tests where there is none. */
import { describe, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

/** The version that the kit was recorded with. */
const OPENENV = "0.10.0";

const MISSING =
  `no Python with openenv ${OPENENV}; ` +
  "make .cache/venv from test/interop/kit/requirements.txt, or set OPENENV_PYTHON to an interpreter that has it";

const places = [process.env["OPENENV_PYTHON"] ?? "", join(import.meta.dirname, "../../../.cache/venv/bin/python")];

/** Path of an interpreter, or undefined when there is none with that version of `openenv`. */
const python = places.find((path) => existsSync(path) && installedVersion(path) === OPENENV);

/** Describes tests that need the original; where it is missing they are one skipped test that says so. */
export function describeWithPython(name: string, suite: (interpreter: string) => void): void {
  if (python === undefined) test.skip(`${name}: ${MISSING}`, () => {});
  else describe(name, () => suite(python));
}

/** What Python programs are started with: they leave no `__pycache__` in the kit. */
export const pythonEnv: NodeJS.ProcessEnv = { ...process.env, PYTHONDONTWRITEBYTECODE: "1" };

/** The path of a program of test/interop/python. */
export function pythonProgram(name: string): string {
  return join(import.meta.dirname, "../python", name);
}

function installedVersion(path: string): string {
  const code = "from importlib.metadata import version; print(version('openenv'))";
  return spawnSync(path, ["-c", code], { encoding: "utf8" }).stdout?.trim() ?? "";
}
