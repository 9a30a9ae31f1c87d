/** The Pythons of this machine: any for comparison, and one that holds the original `openenv`. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";

const places = [process.env["OPENENV_PYTHON"], join(import.meta.dirname, "../../../../../.cache/venv/bin/python")];

/** With `openenv` 0.10.0, or undefined. */
export const openenvPython: string | undefined = places.find(
  (path) =>
    path !== undefined &&
    path !== "" &&
    run(path, "from importlib.metadata import version; print(version('openenv'))") === "0.10.0",
);

export const openenvPythonMissing =
  "no Python with openenv 0.10.0; make .cache/venv from test/interop/kit/requirements.txt, or set OPENENV_PYTHON";

/** CPython 3.10 or newer, or undefined. */
export const cpython: string | undefined = ["python3", ...places].find(
  (path) =>
    path !== undefined &&
    run(path, "import sys; print(sys.implementation.name == 'cpython' and sys.version_info >= (3, 10))") === "True",
);

function run(path: string, code: string): string | undefined {
  const { stdout } = spawnSync(path, ["-c", code], { encoding: "utf8" });
  return typeof stdout === "string" ? stdout.trim() : undefined;
}
