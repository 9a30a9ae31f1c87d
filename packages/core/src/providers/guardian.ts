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

const SCRIPT = `read -r line; [ "$line" = released ] && exit 0
"$@" >/dev/null 2>&1`;

/** What was just being started when this process died is there a moment later. */
const AGAIN = `; sleep 3; "$@" >/dev/null 2>&1`;

const SHELL = "/bin/sh";

export interface GuardOptions {
  /** The command's environment. Default: this process's. */
  readonly env?: CommandEnv | undefined;
  /** Whether the command runs a second time after 3 s. Default `false`. */
  readonly again?: boolean;
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

function guardByShell(argv: readonly string[], { env = process.env, again = false }: GuardOptions): Guardian {
  const script = again ? SCRIPT + AGAIN : SCRIPT;
  const shell: ChildProcess = spawn(SHELL, ["-c", script, "openenv-guardian", ...argv], {
    // The root, so that no folder is kept from being removed.
    cwd: "/",
    env,
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  const pipe = shell.stdin;
  // Without a guardian there is still `stop()`; that it could not be started is no reason to fail.
  shell.on("error", () => {});
  pipe?.on("error", () => {});
  shell.unref();
  (pipe as { unref?(): void } | null)?.unref?.();
  return { release: () => void pipe?.end("released\n") };
}

/** Where there is no such shell: covers an orderly exit only. */
function guardByExitHook(argv: readonly string[], { env = process.env }: GuardOptions): Guardian {
  const [file = "", ...args] = argv;
  const hook = (): void => void spawnSync(file, args, { env, timeout: 10_000, windowsHide: true });
  process.on("exit", hook);
  return { release: () => process.off("exit", hook) };
}
