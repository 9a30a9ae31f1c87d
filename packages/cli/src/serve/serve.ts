/**
 * Runs a server in the foreground: what it prints is printed, and Ctrl-C lets it finish what it does.
 */
import type { Invocation } from "../command/command.ts";
import { endProgram } from "../support/program.ts";
import { serverCommand, serverFlags, type ServeOptions } from "./server-source.ts";
import { startServer } from "./started-server.ts";

/** @throws CommandFailure with the server's exit code, when it ends with another one than 0 */
export async function serve(invocation: Invocation<ServeOptions>): Promise<void> {
  const { args, rest, options, terminal, signal, cwd } = invocation;
  const [source = "."] = args;
  const { argv } = await serverCommand(source, options.runtime, cwd);
  const server = startServer([...argv, ...serverFlags(options), ...rest], cwd, terminal);
  const stop = (): void => void endProgram(server.child);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  const failure = await server.ended;
  if (failure !== undefined && !signal.aborted) throw failure;
}
