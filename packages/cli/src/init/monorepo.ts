/**
 * Finds the monorepo that a folder lies in, and makes new packages workspaces of it.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseDocument, YAMLSeq } from "yaml";

import { isObject } from "../support/is-object.ts";
import { CommandFailure } from "../terminal/failure.ts";

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

/** What becomes of the file that lists the workspaces. */
export interface WorkspacePlan {
  /** The paths that are added: those that no pattern covers. */
  readonly added: readonly string[];
  /** Writes the file, if anything is added. */
  readonly write: () => void;
}

/**
 * Plans to add a project and its two packages. Writes nothing yet: what is wrong with the list is said before there is a
 * project.
 *
 * @throws CommandFailure for a file whose list cannot be added to
 */
export function planWorkspaces({ root, file }: Monorepo, folder: string): WorkspacePlan {
  const home = relative(root, folder).replaceAll("\\", "/");
  const wanted = [home, `${home}/client`, `${home}/server`];
  const path = join(root, file);
  const text = readFileSync(path, "utf8");
  const { added, next } =
    file === "package.json" ? addToPackageJson(path, text, wanted) : addToPnpm(path, text, wanted);
  return { added, write: () => (added.length === 0 ? undefined : writeFileSync(path, next())) };
}

interface Addition {
  readonly added: readonly string[];
  /** The file with them. */
  readonly next: () => string;
}

function workspacesOf(file: string): unknown {
  if (!existsSync(file)) return undefined;
  try {
    return (JSON.parse(readFileSync(file, "utf8")) as { workspaces?: unknown } | null)?.workspaces ?? undefined;
  } catch {
    return undefined;
  }
}

function addToPackageJson(file: string, text: string, wanted: readonly string[]): Addition {
  const manifest = JSON.parse(text) as { workspaces: unknown };
  const { workspaces } = manifest;
  const isBare = Array.isArray(workspaces) || !isObject(workspaces);
  const patterns = patternsOf(isBare ? workspaces : (workspaces["packages"] ?? []), file, "workspaces");
  const added = uncovered(patterns, wanted);
  const all = [...patterns, ...added];
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? "  ";
  return {
    added,
    next: () => {
      manifest.workspaces = isBare ? all : { ...workspaces, packages: all };
      return `${JSON.stringify(manifest, undefined, indent)}\n`;
    },
  };
}

/** Comments stay. */
function addToPnpm(file: string, text: string, wanted: readonly string[]): Addition {
  const document = parseDocument(text);
  const content: unknown = document.errors.length > 0 ? undefined : document.toJSON();
  if (content !== null && !isObject(content)) throw unusable(file, document.errors[0]?.message ?? "it is no mapping.");
  const patterns = patternsOf(content?.["packages"] ?? [], file, "packages");
  const found = document.contents === null ? undefined : document.get("packages");
  const list = found instanceof YAMLSeq ? found : new YAMLSeq();
  const added = uncovered(patterns, wanted);
  return {
    added,
    next: () => {
      for (const each of added) list.add(each);
      document.set("packages", list);
      return document.toString();
    },
  };
}

function patternsOf(value: unknown, file: string, field: string): readonly string[] {
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) return value;
  throw unusable(file, `${field} must be a list of paths.`);
}

function unusable(file: string, reason: string): CommandFailure {
  return new CommandFailure(`The project cannot become a workspace of ${file}: ${reason}`, {
    next: "Correct that file, or start the project elsewhere.",
    code: "BAD_WORKSPACES",
  });
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
