/** Looks at the processes of this machine. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Whether a process is there and is no zombie. */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

/** The processes whose environment has this, whoever started them. */
export function processesWith(variable: string): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(variable) && isAlive(pid);
      } catch {
        return false;
      }
    });
}

/** Waits until something is so. Fails after 30 s, so that nothing hangs. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`Not within 30 s: ${what}`);
    await Bun.sleep(20);
  }
}

/** Kills the one of these processes that listens on a URL's port. */
export function killListener(baseUrl: string, among: readonly number[]): void {
  const port = Number(new URL(baseUrl).port).toString(16).toUpperCase().padStart(4, "0");
  const listening = readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .find(([, local = "", , state]) => local.endsWith(`:${port}`) && state === "0A");
  const owner = among.find((pid) => socketsOf(pid).includes(`socket:[${listening?.[9]}]`));
  if (owner === undefined) throw new Error(`None of them listens on ${baseUrl}.`);
  process.kill(owner, "SIGKILL");
}

function socketsOf(pid: number): readonly string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).map((name) => {
    try {
      return readlinkSync(`${folder}/${name}`);
    } catch {
      return "";
    }
  });
}
