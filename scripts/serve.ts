/**
 * `bun run serve ENV [--runtime bun|deno|node] [--port N] [--host ADDRESS] [--max-concurrent-envs N] [--mode MODE]`:
 * serves an environment of packages/envs in a child process. What it does not know itself goes to the server.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { commandLine, envFor, findRuntime, requireRuntime, type Runtime, type RuntimeName } from "./runtimes.ts";

const envs = join(import.meta.dirname, "../packages/envs");
const runtimes: Readonly<Record<string, readonly RuntimeName[]>> = {
  bun: ["bun"],
  deno: ["deno"],
  node: ["node24", "node20"],
  node20: ["node20"],
  node24: ["node24"],
};

const { env, runtime, flags } = readArguments(process.argv.slice(2));
const program = join(envs, env, "server/src/main.ts");
if (!existsSync(program)) fail(`there is no environment "${env}"; there are ${environments().join(", ")}`);

const [command = "", ...args] = commandLine(runtime, program, flags);
const child = spawn(command, args, { env: envFor(runtime.name), stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  // A terminal sends Ctrl-C to the child as well; a second signal would end it before its sessions have.
  process.on(signal, () => (signal === "SIGINT" && process.stdin.isTTY) || child.kill(signal));
}
const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);

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
  const names = Object.hasOwn(runtimes, name) ? (runtimes[name] ?? []) : [];
  const [first] = names;
  if (first === undefined) fail(`unknown runtime "${name}"; there are ${Object.keys(runtimes).join(", ")}`);
  const found = names.map((each) => findRuntime(each)).find((each) => each !== undefined);
  return { env, runtime: found ?? requireRuntime(first), flags };
}

function environments(): string[] {
  return readdirSync(envs).filter((name) => existsSync(join(envs, name, "server/src/main.ts")));
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
