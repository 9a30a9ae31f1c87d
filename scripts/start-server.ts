/**
 * Starts an environment's server program in a runtime of this repository and waits until it listens. For `start`,
 * `serve`, tests and the bench: nothing else waits for a server's first line.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import process from "node:process";
import { commandLine, envFor, requireRuntime, type RuntimeName } from "./runtimes.ts";

export interface StartedServer extends AsyncDisposable {
  readonly url: string;
  readonly child: ChildProcess;
  /** Sends SIGTERM and waits for the end; SIGKILL after ten seconds. Gives the exit code. */
  stop(): Promise<number | null>;
}

/**
 * Starts `program` (a TypeScript file of this repository) and resolves with the URL it prints.
 *
 * @throws Error with the program's output when it ends without printing one
 */
export async function startServer(
  name: RuntimeName,
  program: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = process.env,
): Promise<StartedServer> {
  const [command = "", ...rest] = commandLine(requireRuntime(name), program, args);
  const child = spawn(command, rest, { env: envFor(name, env), stdio: ["ignore", "pipe", "pipe"] });
  let stopping: Promise<number | null> | undefined;
  const stop = (): Promise<number | null> => (stopping ??= end(child));
  return {
    url: await firstUrl(child, `${name} ${program}`),
    child,
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}

async function firstUrl(child: ChildProcess, what: string): Promise<string> {
  let output = "";
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  if (child.stdout === null) throw new Error(`${what} has no output`);
  for await (const line of createInterface({ input: child.stdout })) {
    output += `${line}\n`;
    const url = /https?:\/\/\S+/.exec(line)?.[0];
    if (url === undefined) continue;
    // Whatever it prints from now on must not fill the pipe.
    child.stdout.resume();
    return url;
  }
  throw new Error(`${what} ended before it listened:\n${output}`);
}

async function end(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const hard = setTimeout(() => child.kill("SIGKILL"), 10_000);
  await exited;
  clearTimeout(hard);
  return child.exitCode;
}
