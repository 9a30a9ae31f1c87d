/** The machine that is measured on: its cores, how to stay on one of them, and how busy it is. */
import { readFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, platform, release, totalmem } from "node:os";

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly system: string;
  /** Whether servers and generators were kept on cores of their own. */
  readonly pinned: boolean;
}

/** Which core a process is kept on. */
export type Side = "server" | "generator";

const cores = allowedCores();
const taskset = cores.length >= 2 ? Bun.which("taskset") : null;

export function describeMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()}`,
    pinned: taskset !== null,
  };
}

/** Processes that wanted to run in the last minute, on average. */
export function loadAverage(): number {
  return loadavg()[0] ?? Number.NaN;
}

/** A command line that stays on one core; as it was where `taskset` or a second core is missing. */
export function pinned(command: readonly string[], side: Side): string[] {
  const core = side === "server" ? cores[0] : cores[1];
  return taskset === null || core === undefined ? [...command] : [taskset, "-c", String(core), ...command];
}

/** The cores this process may run on, in Linux's list form: `0-1,4`. */
function allowedCores(): number[] {
  let status: string;
  try {
    status = readFileSync("/proc/self/status", "utf8");
  } catch {
    return [];
  }
  const list = /^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? "";
  return list.split(",").flatMap((part) => {
    const [first = Number.NaN, last = first] = part.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
