/**
 * Makes a Python environment and says how to run a module in it.
 */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";

import { ProviderError } from "../../errors/provider-error.ts";
import { mustRun } from "../command.ts";
import { findOnPath } from "../process/runtime-choice.ts";
import type { Redactor } from "../redactor.ts";
import type { LaunchContext } from "../running-server.ts";
import type { UVProviderOptions } from "./python-options.ts";
import type { PythonSource } from "./python-source.ts";

/**
 * The command line up to the module: `python -m`.
 *
 * @throws ProviderError with stage `setup` without uv and Python, with stage `install` when a requirement cannot be had
 */
export async function pythonCommand(
  source: PythonSource,
  options: UVProviderOptions,
  redactor: Redactor,
  context: LaunchContext,
): Promise<string[]> {
  const { interpreter, installer = findOnPath("uv") === undefined ? "venv" : "uv" } = options;
  if (interpreter !== undefined) return [interpreter, "-m"];
  return installer === "uv" ? uvCommand(source, options) : venvCommand(source, options, redactor, context);
}

/** uv installs when it runs, so its own words are the server's first. */
function uvCommand({ folder, requirement }: PythonSource, { python, requirements = [] }: UVProviderOptions): string[] {
  const uv = findOnPath("uv");
  if (uv === undefined)
    throw new ProviderError(
      "setup",
      `"uv" is not on the PATH. Install it (pip install uv), or choose installer: "venv".`,
    );
  return [
    uv,
    "run",
    "--isolated",
    "--no-progress",
    ...(python === undefined ? [] : ["--python", python]),
    ...(folder !== undefined && existsSync(join(folder, "pyproject.toml")) ? ["--project", folder] : ["--no-project"]),
    ...[requirement, ...requirements].flatMap((each) => (each === undefined ? [] : ["--with", each])),
    "--",
    "python",
    "-m",
  ];
}

async function venvCommand(
  { folder, requirement }: PythonSource,
  { python, requirements = [], venv, cwd = process.cwd() }: UVProviderOptions,
  redactor: Redactor,
  { signal, cleanup, progress }: LaunchContext,
): Promise<string[]> {
  const home = venv === undefined ? await mkdtemp(join(tmpdir(), "openenv-venv-")) : resolve(cwd, venv);
  if (venv === undefined)
    cleanup.add(`remove ${home}`, () => rm(home, { recursive: true, force: true, maxRetries: 3 }));
  const base = python ?? (findOnPath("python3") === undefined ? "python" : "python3");
  const options = { stage: "install", redactor, signal, missing: "Install Python 3 with venv, or uv." } as const;
  const own = process.platform === "win32" ? join(home, "Scripts/python.exe") : join(home, "bin/python");
  progress("install", `Making a Python environment in ${home}`);
  if (!existsSync(own))
    await mustRun([base, "-m", "venv", home], { ...options, failure: "Cannot make a Python environment" });
  const wanted = [...(folder === undefined ? [] : [folder]), requirement, ...requirements].filter(
    (each) => each !== undefined,
  );
  progress("install", `Installing ${wanted.join(", ")}`);
  const pip = [own, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"];
  await mustRun([...pip, ...wanted], { ...options, failure: "Cannot install the environment's packages" });
  return [own, "-m"];
}
