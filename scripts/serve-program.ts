/**
 * Runs a server's program in a chosen runtime, in the foreground. For the commands that serve.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import process from "node:process";
import { commandLine, envFor, findRuntime, requireRuntime, type Runtime, type RuntimeName } from "./runtimes.ts";

/** What `--runtime` takes, and which runtimes will do, best first. */
const runtimes: Readonly<Record<string, readonly RuntimeName[]>> = {
  bun: ["bun"],
  deno: ["deno"],
  node: ["node24", "node20"],
  node20: ["node20"],
  node24: ["node24"],
};

/** @throws Error for a name that is none, or a runtime that is not on the machine */
export function chooseRuntime(name: string): Runtime {
  const names = Object.hasOwn(runtimes, name) ? (runtimes[name] ?? []) : [];
  const [first] = names;
  if (first === undefined) throw new Error(`unknown runtime "${name}"; there are ${Object.keys(runtimes).join(", ")}`);
  return names.map((each) => findRuntime(each)).find((each) => each !== undefined) ?? requireRuntime(first);
}

/** Runs `program` until it ends, and passes signals on to it. Gives its exit code. */
export async function serveProgram(runtime: Runtime, program: string, flags: readonly string[]): Promise<number> {
  const [command = "", ...args] = commandLine(runtime, program, flags);
  const child = spawn(command, args, { env: envFor(runtime.name), stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    // A terminal sends Ctrl-C to the child as well; a second signal would end it before its sessions have.
    process.on(signal, () => (signal === "SIGINT" && process.stdin.isTTY) || child.kill(signal));
  }
  const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}
