/**
 * Finds the monorepo that a folder lies in, and makes new packages workspaces of it.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseDocument, YAMLSeq } from "yaml";

export interface Monorepo {
  readonly root: string;
  /** The file that lists the workspaces. */
  readonly file: "package.json" | "pnpm-workspace.yaml";
}

/** The nearest folder above that lists workspaces. */
export function findMonorepo(folder: string): Monorepo | undefined {
  const root = dirname(folder);
  if (root === folder) return undefined;
  if (existsSync(join(root, "pnpm-workspace.yaml"))) return { root, file: "pnpm-workspace.yaml" };
  if (workspacesOf(join(root, "package.json")) !== undefined) return { root, file: "package.json" };
  return findMonorepo(root);
}

/** Adds a project and its two packages, where no pattern covers them. Gives what was added. */
export function joinMonorepo({ root, file }: Monorepo, folder: string): readonly string[] {
  const home = relative(root, folder).replaceAll("\\", "/");
  const wanted = [home, `${home}/client`, `${home}/server`];
  const path = join(root, file);
  return file === "package.json" ? addToPackageJson(path, wanted) : addToPnpm(path, wanted);
}

type Workspaces = string[] | { packages?: string[] };

function workspacesOf(file: string): Workspaces | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return (JSON.parse(readFileSync(file, "utf8")) as { workspaces?: Workspaces }).workspaces;
  } catch {
    return undefined;
  }
}

function addToPackageJson(file: string, wanted: readonly string[]): readonly string[] {
  const text = readFileSync(file, "utf8");
  const manifest = JSON.parse(text) as { workspaces: Workspaces };
  const patterns = Array.isArray(manifest.workspaces) ? manifest.workspaces : (manifest.workspaces.packages ??= []);
  const added = uncovered(patterns, wanted);
  if (added.length === 0) return added;
  patterns.push(...added);
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? "  ";
  writeFileSync(file, `${JSON.stringify(manifest, undefined, indent)}\n`);
  return added;
}

/** Comments stay. */
function addToPnpm(file: string, wanted: readonly string[]): readonly string[] {
  const document = parseDocument(readFileSync(file, "utf8"));
  const found = document.get("packages");
  const list = found instanceof YAMLSeq ? found : new YAMLSeq();
  const added = uncovered(list.toJSON() as string[], wanted);
  if (added.length === 0) return added;
  for (const each of added) list.add(each);
  document.set("packages", list);
  writeFileSync(file, document.toString());
  return added;
}

function uncovered(patterns: readonly string[], wanted: readonly string[]): string[] {
  const covers = (path: string): boolean =>
    patterns.some(
      (pattern) => !pattern.startsWith("!") && globMatches(path, pattern.replace(/^\.\//, "").replace(/\/$/, "")),
    );
  return wanted.filter((path) => !covers(path));
}

/** `*` is one part of a path, `**` any number: all that workspaces use. */
function globMatches(path: string, pattern: string): boolean {
  const source = pattern
    .split("/")
    .map((part) =>
      part === "**"
        ? "(?:[^/]+/)*[^/]+"
        : part.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`).replaceAll("*", "[^/]*"),
    )
    .join("/");
  return new RegExp(`^${source}$`).test(path);
}
