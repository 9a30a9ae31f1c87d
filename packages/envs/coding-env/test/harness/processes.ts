/** Which processes a server has started. */
import { spawnSync } from "node:child_process";
import process from "node:process";

/** Process ids below one, however deep. */
export function descendants(parent: number): readonly number[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const pairs = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = (id: number): number[] =>
    pairs.filter(([, ppid]) => ppid === id).flatMap(([pid = 0]) => [pid].concat(below(pid)));
  return below(parent);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits until none of them is there, ten seconds at most; gives those that are. */
export async function untilGone(pids: readonly number[]): Promise<readonly number[]> {
  for (let round = 0; round < 100 && pids.some(isAlive); round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return pids.filter(isAlive);
}
