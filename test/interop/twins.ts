/** The environments of the kit that have a twin in TypeScript, and where their server programs are. */
import { join } from "node:path";

export const twinNames = ["echo", "counter", "slow", "faulty", "broken", "rich", "tools"] as const;

export type TwinName = (typeof twinNames)[number];

/** The program that serves a twin. */
export function serverProgram(name: TwinName): string {
  return join(import.meta.dirname, "envs", name, "server/src/main.ts");
}
