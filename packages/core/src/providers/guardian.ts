/**
 * Cleans up after this process when it cannot do so itself: killed, crashed, Ctrl-C, `process.exit()`, blocked in a wait.
 *
 * A guardian is a small shell in a session of its own that reads from a pipe. The pipe ends when this process does,
 * however it ends, and then the shell runs its command. So no signal handler of ours stands beside the user's (OE-72),
 * and the exit code is the one it would have been.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import process from "node:process";

import type { CommandEnv } from "./command.ts";

const WATCH = `read -r line <&3; [ "$line" = released ] && exit 0
"$@" 3<&-`;

/**
 * The shell that we start leaves the work to a child of its own and ends, so the guardian is nobody's child. What was
 * just being started when this process died is there a moment later, hence the second time.
 */
const WATCH_FROM_OUTSIDE = `(${WATCH}; sleep 3; "$@" 3<&-) &`;

const SHELL = "/bin/sh";

/** What is used of the pipe; it is a socket, which Node's types do not say of a fourth stream. */
interface GuardianPipe {
  on(event: "error", listener: () => void): unknown;
  end(text: string): unknown;
  unref?(): void;
}

export interface GuardOptions {
  /** The command's environment. Default: this process's. */
  readonly env?: CommandEnv | undefined;
  /**
   * Whether what is guarded is no descendant of this process, as a container is not. The guardian then is none either,
   * so it outlives also a runtime that ends its descendants before itself (`bun --no-orphans`), and its command runs a
   * second time after 3 s. Not for what is started thousands of times: where the first process of a container adopts no
   * children, each such guardian leaves an entry in the table of processes. Default `false`.
   */
  readonly outside?: boolean;
}

export interface Guardian {
  /** The command is not needed any more. */
  release(): void;
}

/**
 * Has a command run when this process ends before `release()`.
 *
 * @param argv must do no harm when there is nothing left to do
 */
export function guard(argv: readonly string[], options: GuardOptions = {}): Guardian {
  return existsSync(SHELL) ? guardByShell(argv, options) : guardByExitHook(argv, options);
}

function guardByShell(argv: readonly string[], { env = process.env, outside = false }: GuardOptions): Guardian {
  const script = outside ? WATCH_FROM_OUTSIDE : WATCH;
  const shell: ChildProcess = spawn(SHELL, ["-c", script, "openenv-guardian", ...argv], {
    // The root, so that no folder is kept from being removed.
    cwd: "/",
    env,
    detached: true,
    // The pipe is the fourth, since runtimes close a child's input when the child has ended.
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const pipe = shell.stdio[3] as unknown as GuardianPipe | null;
  // Without a guardian there is still `stop()`; that it could not be started is no reason to fail.
  shell.on("error", () => {});
  pipe?.on("error", () => {});
  shell.unref();
  pipe?.unref?.();
  return { release: () => void pipe?.end("released\n") };
}

/** Where there is no such shell: covers an orderly exit only. */
function guardByExitHook(argv: readonly string[], { env = process.env }: GuardOptions): Guardian {
  const [file = "", ...args] = argv;
  const hook = (): void => void spawnSync(file, args, { env, timeout: 10_000, windowsHide: true });
  process.on("exit", hook);
  return { release: () => process.off("exit", hook) };
}
