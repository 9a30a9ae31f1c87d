/**
 * One number for a package's files, so that a report says what it is of.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, type Dirent } from "node:fs";
import { join, relative, sep } from "node:path";

/** What is not the package's own, as in the original. */
const EXCLUDED = [".git", "__pycache__", ".venv", ".worktrees", "outputs"];
/** What tools of npm make, beside what it is made from. */
const MADE = ["node_modules", "dist", ".turbo"];

/**
 * SHA-256 over paths and contents, in the order of the paths: for a package without what tools of npm make, that of the
 * original.
 *
 * @throws Error for a link or a special file
 */
export function sourceDigest(folder: string, { isWorkedOn }: { readonly isWorkedOn: boolean }): string {
  const hash = createHash("sha256");
  const excluded = new Set(isWorkedOn ? [...EXCLUDED, ...MADE] : EXCLUDED);
  const files = filesIn(folder, excluded).map((file) => relative(folder, file).split(sep).join("/"));
  for (const path of files.toSorted(byCodePoint)) {
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(folder, path)))
      .update("\0");
  }
  return hash.digest("hex");
}

function filesIn(folder: string, excluded: ReadonlySet<string>): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (excluded.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path, excluded);
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
