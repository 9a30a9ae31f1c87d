/**
 * Carries out changes, and nothing else: a file that is as it should be is not touched, so it keeps its time.
 */
import type { Change } from "./diff.ts";
import type { Storage } from "./storage.ts";

export async function apply(changes: readonly Change[], storage: Storage): Promise<void> {
  for (const change of changes) {
    if (change.kind === "extra") await storage.remove(change.path);
    else await storage.write(change.path, change.content);
  }
}
