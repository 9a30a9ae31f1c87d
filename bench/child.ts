/** Child processes of the bench: each with a time limit, and each ended by its id when the bench ends. */
import type { Subprocess } from "bun";

const children = new Set<Subprocess>();

export interface ChildOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
}

type Child = Subprocess<"pipe", "pipe", "inherit">;

function start(command: readonly string[], { env, timeoutMs }: ChildOptions): Child {
  const child = Bun.spawn([...command], {
    env: env ?? process.env,
    // A server ends when this pipe does, however this process ends.
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
    timeout: timeoutMs,
    killSignal: "SIGKILL",
  });
  children.add(child);
  void child.exited.then(() => children.delete(child));
  return child;
}

/**
 * Runs a program that prints one line of JSON.
 *
 * @throws Error when it fails, or takes longer than its time
 */
export async function runForJson<T>(command: readonly string[], options: ChildOptions): Promise<T> {
  const child = start(command, options);
  const output = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`failed: ${command.join(" ")}`);
  return JSON.parse(output) as T;
}

/**
 * Runs a program to its end, whatever it prints, and gives the time from its start to its end in milliseconds.
 *
 * @throws Error when it fails, or takes longer than its time
 */
export async function runForTime(command: readonly string[], options: ChildOptions): Promise<number> {
  const begin = performance.now();
  const child = start(command, options);
  await new Response(child.stdout).text();
  const exitCode = await child.exited;
  const time = performance.now() - begin;
  if (exitCode !== 0) throw new Error(`failed: ${command.join(" ")}`);
  return time;
}

/** A server that listens. */
export interface ServerProcess extends AsyncDisposable {
  readonly pid: number;
  readonly port: number;
}

/**
 * Starts a program that prints `listening PORT` and runs until its stdin ends.
 *
 * @throws Error when it ends before that
 */
export async function startServer(command: readonly string[], options: ChildOptions): Promise<ServerProcess> {
  const child = start(command, options);
  const port = await readPort(child, command);
  return {
    pid: child.pid,
    port,
    async [Symbol.asyncDispose]() {
      await child.stdin.end();
      const patience = setTimeout(() => child.kill("SIGKILL"), 2000);
      await child.exited;
      clearTimeout(patience);
    },
  };
}

/** Ends what is still running. */
export function stopChildren(): void {
  for (const child of children) child.kill("SIGKILL");
}

async function readPort(child: Child, command: readonly string[]): Promise<number> {
  const decoder = new TextDecoder();
  let output = "";
  // Not `for await`: leaving it would close the pipe under a server that still writes.
  const reader = child.stdout.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    output += decoder.decode(part.value, { stream: true });
    const port = /^listening (\d+)\n/m.exec(output)?.[1];
    if (port !== undefined) return Number(port);
  }
  throw new Error(`${command.join(" ")} ended before it listened:\n${output}`);
}
