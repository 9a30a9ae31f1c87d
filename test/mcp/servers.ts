/** The servers that clients of tools are tried on: the twin of the kit's `tools` on each runtime, and Python's own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import process from "node:process";
import { freePort } from "openenv-scripts/free-port.ts";
import { findRuntime, runtimeNames } from "openenv-scripts/runtimes.ts";
import { startServer } from "openenv-scripts/start-server.ts";
import { serverProgram } from "../interop/twins.ts";

export interface ToolServer extends AsyncDisposable {
  readonly url: string;
}

/** The interpreter with Python OpenEnv, when there is one. */
export const python: string | undefined = process.env["OPENENV_PYTHON"];

/** Names the servers there are, and starts them. */
export const toolServers: Readonly<Record<string, (() => Promise<ToolServer>) | undefined>> = {
  ...Object.fromEntries(
    runtimeNames.map((name) => {
      const start = (): Promise<ToolServer> => {
        return startServer(name, serverProgram("tools"), ["--port=0", "--max-concurrent-envs=16"]);
      };
      return [name, findRuntime(name) && start];
    }),
  ),
  python: python === undefined ? undefined : () => startPython(python),
};

async function startPython(interpreter: string): Promise<ToolServer> {
  const port = await freePort();
  const program = join(import.meta.dirname, "../interop/kit/py_server.py");
  const args = [program, "--env", "tools", "--port", String(port), "--max-sessions", "16"];
  const child = spawn(interpreter, args, { stdio: "ignore" });
  const url = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  };
  for (let tries = 0; tries < 900; tries += 1) {
    if (child.exitCode !== null) throw new Error(`py_server.py ended with ${child.exitCode}`);
    const healthy = await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (healthy) return { url, [Symbol.asyncDispose]: stop };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop();
  throw new Error("py_server.py did not become healthy");
}
