/**
 * Whether a module has doc comments that could say something about a schema: a look at the text, which decides whether
 * the compiler is loaded at all.
 */
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** A doc comment that stands before a member, a getter or a constant. One before an import or `export default` does not count. */
const COMMENTED = /\/\*\*(?:[^*]|\*(?!\/))*\*\/\s*(?!import\b|export\s+default\b|\/[*/])[\w$"'[]/;
const RELATIVE = /\bfrom\s*["'](\.{1,2}\/[^"']+)["']/g;

/** Looks at a module and at those that it imports by relative paths. */
export async function hasComments(path: string, seen: Set<string> = new Set()): Promise<boolean> {
  if (seen.has(path)) return false;
  seen.add(path);
  const text = await readFile(path, "utf8").catch(() => "");
  if (COMMENTED.test(text)) return true;
  for (const [, specifier = ""] of text.matchAll(RELATIVE)) {
    if (await hasComments(resolve(dirname(path), specifier), seen)) return true;
  }
  return false;
}
