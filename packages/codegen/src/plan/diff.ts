/**
 * What stands between a plan and what is there.
 */
import { isGenerated } from "../emit/header.ts";
import type { Plan, PlannedFile } from "./plan.ts";
import type { Storage } from "./storage.ts";

export type Change =
  | { readonly kind: "missing"; readonly path: string; readonly content: string }
  | { readonly kind: "changed"; readonly path: string; readonly content: string; readonly before: string }
  /** A generated file that is no longer planned. */
  | { readonly kind: "extra"; readonly path: string; readonly before: string };

/** The changes that would make what is there as planned, sorted by path. Reads only. */
export async function diff(plan: Plan, storage: Storage): Promise<Change[]> {
  const planned = await Promise.all(plan.files.map((file) => compare(file, storage)));
  const changes = [...planned.filter((change) => change !== undefined), ...(await findExtra(plan, storage))];
  return changes.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

async function compare(file: PlannedFile, storage: Storage): Promise<Change | undefined> {
  const { path, ownership } = file;
  const before = await storage.read(path);
  if (before === undefined) return { kind: "missing", path, content: file.content };
  if (ownership === "scaffold") return undefined;
  const content = ownership === "merged" && file.merge !== undefined ? file.merge(before) : file.content;
  return sameLines(content, before) ? undefined : { kind: "changed", path, content, before };
}

async function findExtra(plan: Plan, storage: Storage): Promise<Change[]> {
  const wanted = new Set(plan.files.map(({ path }) => path));
  const listed = await Promise.all(plan.generatedFolders.map((folder) => storage.list(folder)));
  const unplanned = [...new Set(listed.flat())].filter((path) => !wanted.has(path));
  const extra = await Promise.all(
    unplanned.map(async (path): Promise<Change[]> => {
      const before = (await storage.read(path)) ?? "";
      return isGenerated(before) ? [{ kind: "extra", path, before }] : [];
    }),
  );
  return extra.flat();
}

/** A checkout with CRLF has the same lines. */
function sameLines(a: string, b: string): boolean {
  return a === b || a === b.replaceAll("\r\n", "\n");
}
