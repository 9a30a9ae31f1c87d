/**
 * What has to change in a Space so that it holds a folder's files, and no others.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** A file as the hub lists it. */
export interface RemoteFile {
  readonly path: string;
  readonly type: string;
  /** Git's id of the file; of a large one, that of the pointer to it. */
  readonly oid?: string | undefined;
  /** Of a large file: the SHA-256 of its content. */
  readonly lfs?: { readonly oid: string } | undefined;
}

export interface SpaceChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: readonly string[];
}

/** Git's own settings for a repository: the hub writes them. */
const KEPT: ReadonlySet<string> = new Set([".gitattributes"]);

export async function spaceChanges(
  folder: string,
  files: readonly string[],
  remote: readonly RemoteFile[],
): Promise<SpaceChanges> {
  const there = new Map(remote.filter(({ type }) => type === "file").map((file) => [file.path, file]));
  const changes = { added: [] as string[], changed: [] as string[], unchanged: [] as string[] };
  for (const path of files) {
    const file = there.get(path);
    if (file === undefined) changes.added.push(path);
    else if (isSame(await readFile(join(folder, path)), file)) changes.unchanged.push(path);
    else changes.changed.push(path);
  }
  const own = new Set(files);
  return { ...changes, removed: [...there.keys()].filter((path) => !own.has(path) && !KEPT.has(path)).toSorted() };
}

function isSame(content: Uint8Array, { oid, lfs }: RemoteFile): boolean {
  if (lfs !== undefined) return createHash("sha256").update(content).digest("hex") === lfs.oid;
  return createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex") === oid;
}
