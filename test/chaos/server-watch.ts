/** What is seen of a server from outside: its memory, and whether its slots are free. */
import type { StartedServer } from "openenv-scripts/start-server.ts";
import { readFileSync } from "node:fs";

const PAGE_BYTES = 4096;

/** Every slot is free when the server has seen every socket go. One that is lost is a test that takes too long. */
export async function untilNoSession(url: string): Promise<void> {
  for (;;) {
    const { active } = (await (await fetch(`${url}/capacity`)).json()) as { active: number };
    if (active === 0) return;
  }
}

/** Bytes that a server's process has in memory. */
export function memoryOf({ child }: StartedServer): number {
  return Number(readFileSync(`/proc/${child.pid}/statm`, "utf8").split(" ")[1]) * PAGE_BYTES;
}
