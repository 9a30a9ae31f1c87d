/** Reads the repository's own files for the structure tests: what there is, and what each module imports. */
import { readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { preProcessFile } from "typescript5";

export const root: string = join(import.meta.dirname, "../..");

/** Tracked and new files, `/`-separated and relative to the root; what .gitignore names is left out. */
export function repositoryFiles(): readonly string[] {
  const { stdout } = Bun.spawnSync(["git", "ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root });
  const names = stdout
    .toString()
    .split("\n")
    .filter((name) => name !== "");
  return [...new Set(names)].filter((name) => Bun.file(join(root, name)).size > 0).toSorted();
}

export function readText(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

/** Source without comments, so that an example in a doc comment is not taken for code. */
export function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}

/** Every specifier a module imports, type imports and `import()` included. */
export function importsOf(source: string): readonly string[] {
  return preProcessFile(source, true, true).importedFiles.map((file) => file.fileName);
}

/** A relative specifier as a path from the root; any other specifier as it is. */
export function resolveImport(file: string, specifier: string): string {
  return specifier.startsWith(".") ? posix.join(dirname(file), specifier) : specifier;
}
