/**
 * Starts an environment's server as a process of this machine.
 */
import { InvalidArgumentError } from "../../errors/local-errors.ts";
import { Redactor } from "../redactor.ts";
import type { LaunchContext, RunningServer } from "../running-server.ts";
import { requireFreePort } from "./free-port.ts";
import type { ProcessProviderOptions } from "./process-options.ts";
import { runtimeCommand } from "./runtime-choice.ts";
import { serverEntry } from "./server-entry.ts";
import { serverEnv, ServerProcess } from "./server-process.ts";

/** @throws ProviderError when the source is not found, no runtime can run it, or it ends instead of serving */
export async function launchProcess(
  source: string | undefined,
  options: ProcessProviderOptions,
  context: LaunchContext,
): Promise<RunningServer> {
  const { cwd, port = 0, host = "127.0.0.1", args = [], env = {}, secrets = {}, maxConcurrentEnvs } = options;
  if (source === undefined) throw new InvalidArgumentError("source", "Give a package, file or folder to run.");
  const argv = [...runtimeCommand(serverEntry(source, cwd), options), ...args];
  if (port !== 0) await requireFreePort(port, host);
  context.progress("start", `Starting ${source} with ${argv[0]}`);
  const limit = maxConcurrentEnvs === undefined ? {} : { MAX_CONCURRENT_ENVS: String(maxConcurrentEnvs) };
  const server = new ServerProcess(
    argv,
    {
      what: source,
      cwd,
      // A program that was compiled with Bun is Bun, too, when this is set.
      env: { ...serverEnv(port, host, { ...limit, ...env, ...secrets }), BUN_BE_BUN: "1" },
      redactor: Redactor.of(env, ...Object.values(secrets)),
      stopTimeoutMs: options.stopTimeoutMs ?? 10_000,
      cleanupOnExit: options.cleanupOnExit ?? true,
    },
    context,
  );
  return runningProcess(server, port, host, context);
}

/** Waits for a server's URL where its port is not known, and lets it go from this process's event loop. */
export async function runningProcess(
  server: ServerProcess,
  port: number,
  host: string,
  { signal }: LaunchContext,
): Promise<RunningServer> {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  const known = `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
  const baseUrl = port === 0 ? await server.url(signal) : known;
  server.unref();
  return {
    endpoint: { baseUrl },
    logs: () => Promise.resolve(server.logs()),
    end: (patienceMs) => server.end(patienceMs),
    ended: server.ended,
  };
}
