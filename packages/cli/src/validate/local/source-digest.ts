/**
 * One number for a package's files, so that a report says what it is of.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, type Dirent } from "node:fs";
import { join, relative, sep } from "node:path";

/** What is not the package's own: the first five as in the original, the others made from it by tools of npm. */
const EXCLUDED: ReadonlySet<string> = new Set([
  ".git",
  "__pycache__",
  ".venv",
  ".worktrees",
  "outputs",
  "node_modules",
  "dist",
  ".turbo",
]);

/**
 * SHA-256 over paths and contents, in the order of the paths: where nothing is excluded that the original includes, the
 * same digest.
 *
 * @throws Error for a link or a special file
 */
export function sourceDigest(folder: string): string {
  const hash = createHash("sha256");
  const files = filesIn(folder).map((file) => relative(folder, file).split(sep).join("/"));
  for (const path of files.toSorted(byCodePoint)) {
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(folder, path)))
      .update("\0");
  }
  return hash.digest("hex");
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (EXCLUDED.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    checkIsFile(entry, path);
    return [path];
  });
}

function checkIsFile(entry: Dirent, path: string): void {
  if (!entry.isFile()) throw new Error(`${path} is ${entry.isSymbolicLink() ? "a link" : "no regular file"}.`);
}

function byCodePoint(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}
