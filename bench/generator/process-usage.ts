/** What a process has used so far, read from Linux's /proc. */
import { readFileSync } from "node:fs";

/** Ticks of /proc/PID/stat a second: fixed in Linux's interface on the machines we know. */
const TICKS_PER_SECOND = 100;

/** Time on a core, user and system, in milliseconds, to 10 ms; `undefined` where there is no /proc. */
export function cpuTime(pid: number): number | undefined {
  const stat = readProc(pid, "stat");
  // The name in parentheses may hold anything: fields are counted from its end.
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields === undefined ? undefined : ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1000;
}

/** Memory in use, in bytes; `undefined` where there is no /proc. */
export function residentBytes(pid: number): number | undefined {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readProc(pid, "status") ?? "")?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return undefined;
  }
}
