/**
 * `bun run serve ENV [--runtime bun|deno|node] [--port N] [--host ADDRESS] [--max-concurrent-envs N] [--mode MODE]`:
 * serves an environment of packages/envs in a child process. What it does not know itself goes to the server.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { Runtime } from "./runtimes.ts";
import { chooseRuntime, serveProgram } from "./serve-program.ts";

const envs = join(import.meta.dirname, "../packages/envs");

const { env, runtime, flags } = readArguments(process.argv.slice(2));
const program = join(envs, env, "server/src/main.ts");
if (!existsSync(program)) fail(`there is no environment "${env}"; there are ${environments().join(", ")}`);

process.exitCode = await serveProgram(runtime, program, flags);

function readArguments(argv: readonly string[]): { env: string; runtime: Runtime; flags: string[] } {
  const flags: string[] = [];
  let env: string | undefined;
  let name = "bun";
  for (let i = 0; i < argv.length; i++) {
    const arg = argv[i] ?? "";
    const [flag, value] = arg.split("=", 2);
    if (flag === "--runtime") name = value ?? argv[++i] ?? "";
    else if (env === undefined && !arg.startsWith("-") && flags.at(-1)?.startsWith("--") !== true) env = arg;
    else flags.push(arg);
  }
  if (env === undefined) fail(`name an environment: ${environments().join(", ")}`);
  try {
    return { env, runtime: chooseRuntime(name), flags };
  } catch (error) {
    return fail((error as Error).message);
  }
}

function environments(): string[] {
  return readdirSync(envs).filter((name) => existsSync(join(envs, name, "server/src/main.ts")));
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
