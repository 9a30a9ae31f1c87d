/**
 * Runs a child in the foreground, shows its output as it comes and keeps it. A signal to this process reaches the child
 * first; when the child has ended, so does this process.
 */
import { constants } from "node:os";

export interface CommandResult {
  readonly exitCode: number;
  /** Everything it printed, both streams, without colours. */
  readonly output: string;
}

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Keep the output to the result and show nothing. */
  readonly quiet?: boolean;
}

export async function runCommand(command: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  const child = Bun.spawn([...command], {
    cwd: options.cwd ?? process.cwd(),
    env: { ...(options.env ?? process.env), ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}) },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  let stoppedBy: NodeJS.Signals | undefined;
  const forward = (signal: NodeJS.Signals): void => {
    stoppedBy = signal;
    child.kill(signal);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, forward);

  let output = "";
  const keep = async (from: ReadableStream<Uint8Array>, to: NodeJS.WriteStream): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const chunk of from) {
      output += decoder.decode(chunk, { stream: true });
      if (options.quiet !== true) to.write(chunk);
    }
  };
  const streams = Promise.all([keep(child.stdout, process.stdout), keep(child.stderr, process.stderr)]);
  const exitCode = await child.exited;
  // A process that the child left behind may hold its pipes open for ever.
  await Promise.race([streams, Bun.sleep(2000)]);
  if (stoppedBy !== undefined) process.exit(128 + constants.signals[stoppedBy]);
  for (const signal of signals) process.off(signal, forward);
  return { exitCode, output: Bun.stripANSI(output) };
}
