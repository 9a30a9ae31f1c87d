/** Memory of a process and all below it. */
import { spawnSync } from "node:child_process";

const SAMPLE_MS = 500;
/** Memory that has changed by less than this over so many samples is taken for settled: no interpreter is starting. */
const STILL_BYTES = 8e6;
const STILL_SAMPLES = 10;
const MOST_SAMPLES = 240;

/** Resident bytes, shared pages counted for each process. */
function residentTree(root: number): number {
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

/** As much as it is once nothing changes any more; after two minutes as much as it is then. */
export async function settledTree(root: number): Promise<number> {
  const last: number[] = [];
  for (let sample = 0; sample < MOST_SAMPLES; sample += 1) {
    last.push(residentTree(root));
    if (last.length > STILL_SAMPLES) last.shift();
    if (last.length === STILL_SAMPLES && Math.max(...last) - Math.min(...last) < STILL_BYTES) break;
    await new Promise((resolve) => {
      setTimeout(resolve, SAMPLE_MS);
    });
  }
  return last.at(-1) ?? 0;
}
