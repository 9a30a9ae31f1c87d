/**
 * Carries out changes, and nothing else: a file that is as it should be is not touched, so it keeps its time.
 */
import type { Change } from "./diff.ts";
import type { Storage } from "./storage.ts";

export async function apply(changes: readonly Change[], storage: Storage): Promise<void> {
  await Promise.all(
    changes.map((change) =>
      change.kind === "extra" ? storage.remove(change.path) : storage.write(change.path, change.content),
    ),
  );
}
