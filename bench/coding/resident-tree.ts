/** Memory of a process and all below it. */
import { spawnSync } from "node:child_process";

/** Bytes in use, shared pages counted for each process. */
export function residentTree(root: number): number {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid=,rss="], { encoding: "utf8" });
  const rows = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number) as [pid: number, parent: number, kilobytes: number]);
  const below = (id: number): number =>
    rows.filter(([, parent]) => parent === id).reduce((sum, [pid, , kilobytes]) => sum + kilobytes + below(pid), 0);
  const own = rows.find(([pid]) => pid === root)?.[2] ?? 0;
  return (own + below(root)) * 1024;
}
