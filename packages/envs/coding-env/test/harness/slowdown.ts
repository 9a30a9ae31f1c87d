/** How much of a core a program gets that wants one: others may be using the machine. */
import { performance } from "node:perf_hooks";
import process from "node:process";

const SAMPLE_MS = 150;
const MOST = 10;

/** 1 where nobody else is busy; 4 where this process gets a quarter of a core. */
export function slowdown(): number {
  const began = performance.now();
  const before = process.cpuUsage();
  let used = 0;
  while (used < SAMPLE_MS) {
    const { user, system } = process.cpuUsage(before);
    used = (user + system) / 1000;
  }
  return Math.min(MOST, Math.max(1, (performance.now() - began) / used));
}
