/**
 * The files of a fork: the sources of the original with the new names, fit for the place where they go.
 */
import { dirname, join, relative, resolve } from "node:path";

import { TSCONFIG } from "../init/project-files.ts";
import { knowsWorkspaceRanges, type PackageManagerName } from "../support/package-manager.ts";
import { publishedRange } from "./published-range.ts";
import { renaming, type ForkName } from "./rename.ts";
import type { ForkSource } from "./source.ts";

export interface ForkTarget {
  readonly folder: string;
  readonly name: ForkName;
  /** Whether it is a workspace of the monorepo that its original is in. */
  readonly isBeside: boolean;
  /** Whether it is a workspace of a monorepo. */
  readonly isMember: boolean;
  /** What will install it. */
  readonly manager: PackageManagerName;
}

type Json = Readonly<Record<string, unknown>>;

export function forkedFiles(
  sources: ReadonlyMap<string, Buffer>,
  source: ForkSource,
  target: ForkTarget,
): ReadonlyMap<string, string | Buffer> {
  const rename = renaming(source.name, target.name);
  const files = new Map<string, string | Buffer>();
  for (const [path, content] of sources) {
    const text = content.includes(0) ? undefined : content.toString("utf8");
    const forked = text === undefined ? content : forkedText(path, text, source, target, rename);
    if (forked !== undefined) files.set(renamedPath(path, source.name, target.name), forked);
  }
  return files;
}

/** `undefined` for a file that the fork is better without. */
function forkedText(
  path: string,
  text: string,
  source: ForkSource,
  target: ForkTarget,
  rename: (text: string) => string,
): string | undefined {
  const name = path.split("/").at(-1) ?? "";
  if (name === "package.json") return forkedPackage(path, text, source, target, rename);
  if (/^tsconfig.*\.json$/.test(name)) return forkedTsconfig(path, text, source, target);
  return rename(text);
}

/** Folders and files that are called as the environment is, such as `python/src/echo_env`. */
export function renamedPath(path: string, { names: from }: ForkName, { names: to }: ForkName): string {
  return path
    .split("/")
    .map((part) =>
      part.replace(/^[^.]+/, (stem) => (stem === from.wire ? to.wire : stem === from.slug ? to.slug : stem)),
    )
    .join("/");
}

const DEPENDENCIES: ReadonlySet<string> = new Set([
  "dependencies",
  "devDependencies",
  "peerDependencies",
  "optionalDependencies",
]);

function forkedPackage(
  path: string,
  text: string,
  source: ForkSource,
  target: ForkTarget,
  rename: (text: string) => string,
): string {
  const { names, client, server } = target.name;
  const packages = new Map([
    [source.name.client, client],
    [source.name.server, server],
  ]);
  const home = dirname(join(source.folder, path));
  const renamed = (value: unknown, key: string): unknown => {
    if (DEPENDENCIES.has(key)) {
      const ranges = Object.entries(value as Readonly<Record<string, string>>);
      return Object.fromEntries(
        ranges.map(([name, range]) => {
          const own = packages.get(name);
          const isKept = target.isBeside || (own !== undefined && knowsWorkspaceRanges(target.manager));
          return [own ?? name, isKept ? range : publishedRange(name, range, home)];
        }),
      );
    }
    if (typeof value === "string") return packages.get(value) ?? rename(value);
    if (Array.isArray(value)) return value.map((each) => renamed(each, ""));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([own, each]) => [rename(own), renamed(each, own)]));
  };
  const fields = renamed(JSON.parse(text), "") as Record<string, unknown>;
  const { openenv, bin } = fields as { openenv?: Json; bin?: Json | string };
  if (openenv?.["environment"] !== undefined) fields["openenv"] = { ...openenv, environment: names.wire };
  const main = typeof bin === "object" ? bin[`${source.name.names.slug}-server`] : undefined;
  if (main !== undefined) fields["bin"] = { [`${names.slug}-server`]: main };
  // Where the original is kept, and what it is installed with, is not the fork's.
  for (const field of ["repository", "homepage", "bugs", "packageManager"]) delete fields[field];
  if (path === "package.json") {
    fields["name"] = `${names.slug}-workspace`;
    if (target.isMember) delete fields["workspaces"];
    else fields["workspaces"] ??= ["client", "server"];
  }
  return `${JSON.stringify(fields, undefined, 2)}\n`;
}

/**
 * Settings that a monorepo has for all its members stay within reach beside the original; elsewhere the fork has
 * its own, and its packages get those that generation writes.
 */
function forkedTsconfig(path: string, text: string, { folder }: ForkSource, target: ForkTarget): string | undefined {
  let config: Record<string, unknown>;
  try {
    config = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return text;
  }
  const at = dirname(path);
  const isOutside = (each: string): boolean =>
    each.startsWith(".") && relative(folder, resolve(folder, at, each)).startsWith("..");
  const bases = [config["extends"] ?? []].flat() as string[];
  if (!bases.some(isOutside)) return text;
  if (target.isBeside) {
    const moved = bases.map((each) =>
      isOutside(each) ? relative(join(target.folder, at), resolve(folder, at, each)).replaceAll("\\", "/") : each,
    );
    config["extends"] = Array.isArray(config["extends"]) ? moved : moved[0];
    return `${JSON.stringify(config, undefined, 2)}\n`;
  }
  if (at !== ".") return undefined;
  const { extends: _, ...own } = config;
  const compilerOptions = { ...TSCONFIG.compilerOptions, ...(own["compilerOptions"] as object | undefined) };
  return `${JSON.stringify({ ...TSCONFIG, ...own, compilerOptions }, undefined, 2)}\n`;
}
