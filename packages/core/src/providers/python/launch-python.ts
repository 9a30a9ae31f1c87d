/**
 * Starts a Python environment's server as a process of this machine.
 */
import { requireFreePort } from "../process/free-port.ts";
import { runningProcess } from "../process/launch-process.ts";
import { serverEnv, ServerProcess } from "../process/server-process.ts";
import { Redactor } from "../redactor.ts";
import type { LaunchContext, RunningServer } from "../running-server.ts";
import { pythonCommand } from "./python-environment.ts";
import type { UVProviderOptions } from "./python-options.ts";
import { pythonSource } from "./python-source.ts";

/** @throws ProviderError when the source cannot be had or installed, or the server ends instead of serving */
export async function launchPython(
  source: string | undefined,
  options: UVProviderOptions,
  context: LaunchContext,
): Promise<RunningServer> {
  const { port = 0, host = "127.0.0.1", workers = 1, args = [], env = {}, secrets = {}, maxConcurrentEnvs } = options;
  const redactor = Redactor.of(env, ...Object.values(secrets), options.gitToken);
  const python = await pythonSource(source, options, context);
  const command = await pythonCommand(python, options, redactor, context);
  const limit = maxConcurrentEnvs === undefined ? {} : { MAX_CONCURRENT_ENVS: String(maxConcurrentEnvs) };
  if (port !== 0) await requireFreePort(port, host);
  context.progress("start", redactor.redact(`Starting ${source ?? ""} with ${command[0]}`));
  const server = new ServerProcess(
    [
      ...command,
      "uvicorn",
      python.app,
      "--host",
      host,
      "--port",
      String(port),
      "--workers",
      String(workers),
      // A folder that is not installed is found from where it is.
      ...(python.folder === undefined ? [] : ["--app-dir", python.folder]),
      ...args,
    ],
    {
      what: redactor.redact(source ?? ""),
      cwd: python.folder ?? options.cwd,
      env: { ...serverEnv(port, host, { ...limit, ...env, ...secrets }), PYTHONUNBUFFERED: "1" },
      redactor,
      stopTimeoutMs: options.stopTimeoutMs ?? 10_000,
      cleanupOnExit: options.cleanupOnExit ?? true,
    },
    context,
  );
  return runningProcess(server, port, host, context);
}
