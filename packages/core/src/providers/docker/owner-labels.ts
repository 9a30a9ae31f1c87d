/**
 * The labels on everything we start, so that it is found again when the process that started it is gone.
 */
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import process from "node:process";

export const PROVIDER_LABEL = "dev.openenv.provider";
const HOST_LABEL = "dev.openenv.owner-host";
const PID_LABEL = "dev.openenv.owner-pid";
const START_LABEL = "dev.openenv.owner-start";

/** Who starts something: this process. */
export function ownerLabels(kind: "docker" | "swarm" | "kubernetes" = "docker"): Record<string, string> {
  return {
    [PROVIDER_LABEL]: kind,
    [HOST_LABEL]: hostname(),
    [PID_LABEL]: String(process.pid),
    [START_LABEL]: startOf(process.pid),
  };
}

/** The process that started a container, a service or a deployment. */
export interface ContainerOwner {
  readonly host: string;
  readonly pid: number;
  /** `undefined` for a process of another machine. */
  readonly isAlive: boolean | undefined;
}

/** Reads those labels. */
export function ownerOf(labels: Readonly<Record<string, string>>): ContainerOwner {
  const host = labels[HOST_LABEL] ?? "";
  const pid = Number(labels[PID_LABEL] ?? 0);
  return { host, pid, isAlive: host === hostname() ? isAlive(pid, labels[START_LABEL] ?? "") : undefined };
}

/** A process of the same number that started at another time is another one. */
function isAlive(pid: number, start: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  const now = startOf(pid);
  return start === "" || now === "" || now === start;
}

/** When a process started, in the ticks of /proc; empty where there is no such thing. */
function startOf(pid: number): string {
  try {
    // The name, in brackets, may hold blanks and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\)/s, "").trim().split(" ");
    return fields[19] ?? "";
  } catch {
    return "";
  }
}
