/**
 * Compiles a server, all it imports and Bun into one file.
 */
import process from "node:process";
import { processCommand } from "@openenv/core/providers";

import { runProgram } from "../support/program.ts";
import { CommandFailure } from "../terminal/failure.ts";

interface ExecutableOptions {
  readonly environment: string;
  readonly file: string;
  readonly bun: string | undefined;
  readonly target: string | undefined;
  readonly signal: AbortSignal;
}

/** @throws CommandFailure with what Bun said */
export async function buildExecutable({
  environment,
  file,
  bun = "bun",
  target,
  signal,
}: ExecutableOptions): Promise<void> {
  const { entry } = processCommand(environment, { runtime: "bun", runtimePath: bun });
  const flags = ["--compile", "--minify-whitespace", "--minify-syntax", `--outfile=${file}`];
  const argv = [bun, "build", entry, ...flags, ...(target === undefined ? [] : [`--target=${target}`])];
  const { exitCode, stderr, stdout } = await runProgram(argv, { signal, env: { ...process.env, BUN_BE_BUN: "1" } });
  if (exitCode === 0) return;
  if (exitCode === undefined)
    throw new CommandFailure("Compiling needs Bun, which is not on the PATH.", {
      next: "Install it (npm install --save-dev bun), or give its path with --bun.",
    });
  throw new CommandFailure(`Bun cannot compile ${entry}:\n${(stderr || stdout).trim()}`, {
    next: "A server that loads files of its packages at run time cannot be one file: build an image instead.",
  });
}
