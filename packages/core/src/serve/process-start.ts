/** Starts this program again as a member, in the way in which several may listen on one port on this runtime. */
import { type ChildProcess, fork, spawn } from "node:child_process";
import cluster from "node:cluster";
import process from "node:process";
import { MEMBER_VARIABLE } from "./process-message.ts";

/** The part of Deno's API that is used, so that these types need no package. */
declare const Deno: {
  readonly permissions: { querySync(descriptor: { readonly name: string }): { readonly state: string } };
};

const DENO_PERMISSIONS = ["read", "write", "net", "env", "run", "sys", "ffi", "import"];

export function startMember(port: number): ChildProcess {
  const [, program = "", ...args] = process.argv;
  const variables = { [MEMBER_VARIABLE]: String(port) };
  const env = { ...process.env, ...variables };
  if (process.versions["deno"] !== undefined) {
    // Deno's `reusePort` has to be allowed by a flag, which `fork` cannot give.
    const flags = ["run", "--quiet", "--unstable-net", ...denoPermissions()];
    const stdio = ["ignore", "inherit", "inherit", "ipc"] as const;
    return spawn(process.execPath, [...flags, program, ...args], { env, stdio: [...stdio] });
  }
  if (process.versions.bun !== undefined) return fork(program, args, { env, execArgv: process.execArgv });
  // Node shares a port between the processes of a cluster.
  cluster.setupPrimary({ exec: program, args });
  return cluster.fork(variables).process;
}

/** What this process may do, as far as it may do it without exception. */
function denoPermissions(): string[] {
  const granted = DENO_PERMISSIONS.filter((name) => Deno.permissions.querySync({ name }).state === "granted");
  return granted.length === DENO_PERMISSIONS.length ? ["-A"] : granted.map((name) => `--allow-${name}`);
}
