/**
 * Ends a process with everything it has started.
 */
import { spawnSync } from "node:child_process";
import process from "node:process";

const windows = process.platform === "win32";

/** Signals a whole group. A group that is gone is no error. */
export function killGroup(pid: number, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    // Windows has no such signals: what obeys, obeys the first, and the second is by force.
    if (windows) spawnSync("taskkill", ["/pid", String(pid), "/T", ...(signal === "SIGKILL" ? ["/F"] : [])]);
    else process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** The command by which another process does the same. */
export function killGroupCommand(pid: number): string[] {
  if (windows) return ["taskkill", "/pid", String(pid), "/T", "/F"];
  return ["/bin/sh", "-c", 'kill -s TERM -- "-$1" && sleep 2 && kill -s KILL -- "-$1"', "kill", String(pid)];
}
