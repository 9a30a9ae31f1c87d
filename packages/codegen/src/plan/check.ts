/**
 * Compares without writing: what `generate --check` does.
 */
import { diff, type Change } from "./diff.ts";
import type { Plan } from "./plan.ts";
import type { Storage } from "./storage.ts";
import { unifiedDiff } from "./unified-diff.ts";

export interface CheckResult {
  readonly upToDate: boolean;
  readonly changes: readonly Change[];
  /** A unified diff from what is there to what is planned; empty when up to date. */
  readonly text: string;
}

export async function check(plan: Plan, storage: Storage): Promise<CheckResult> {
  const changes = await diff(plan, storage);
  return { upToDate: changes.length === 0, changes, text: changes.map(describe).join("") };
}

function describe(change: Change): string {
  const before = change.kind === "missing" ? "" : change.before.replaceAll("\r\n", "\n");
  const after = change.kind === "extra" ? "" : change.content;
  return unifiedDiff(change.path, before, after);
}
