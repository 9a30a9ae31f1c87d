/**
 * Ends the sandbox processes of a server that was itself killed: a worker in an endless loop would never notice. A
 * shell waits for the end of a pipe, which comes however the server ends. Where there is no POSIX shell, workers that
 * wait for a step still end with the pipe of their own.
 */
import { type ChildProcess, spawn } from "node:child_process";
import process from "node:process";

const script = `trap '' INT TERM HUP
pids=' '
while read -r verb pid; do
  kept=' '
  for other in $pids; do [ "$other" = "$pid" ] || kept="$kept$other "; done
  [ "$verb" = add ] && kept="$kept$pid "
  pids=$kept
done
for pid in $pids; do kill -9 "$pid" 2>/dev/null; done
rmdir "$1" 2>/dev/null
exit 0`;

export class Reaper {
  readonly #shell: ChildProcess | undefined;

  /** @param folder the processes' empty folder, removed at the end */
  constructor(folder: string) {
    if (process.platform === "win32") return;
    this.#shell = spawn("/bin/sh", ["-c", script, "sh", folder], {
      env: {},
      cwd: "/",
      stdio: ["pipe", "ignore", "ignore"],
    });
    this.#shell.on("error", () => undefined);
    this.#shell.stdin?.on("error", () => undefined);
    this.#shell.unref();
  }

  add(pid: number): void {
    this.#shell?.stdin?.write(`add ${pid}\n`);
  }

  remove(pid: number): void {
    this.#shell?.stdin?.write(`remove ${pid}\n`);
  }

  /** Also ends whatever was added and not removed. */
  close(): void {
    this.#shell?.stdin?.end();
  }
}
