/**
 * Copies a package with all that it depends on at run time, as plain files: for servers that load files of their
 * packages (interpreters, workers) and so cannot be one bundle.
 */
import { existsSync, readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join, relative, sep } from "node:path";

import { ProviderError } from "../../errors/provider-error.ts";
import { findPackage } from "../process/server-entry.ts";

interface Manifest {
  readonly name: string;
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** What nobody runs: tests, sources, types and maps, and what a package has installed for itself. */
const LEFT_OUT =
  /(?:^|[/\\])(?:node_modules|\.bin|\.turbo)(?:[/\\]|$)|\.(?:test\.\w+|d\.[mc]?ts|map|tsbuildinfo)$|\.md$/;

/**
 * Copies the package of a folder into `out`, and its dependencies into `modules`, flat.
 *
 * @throws ProviderError with stage `build` for a dependency that is not installed or is needed in two versions
 */
export async function copyPackageTree(folder: string, out: string, modules: string): Promise<void> {
  const copied = new Map<string, string>();
  await copyPackage(folder, out);
  const queue = dependenciesOf(folder);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { name, from } = next;
    const found = findPackage(name, from);
    if (found === undefined) throw new ProviderError("build", `${name}, which ${from} depends on, is not installed.`);
    const before = copied.get(name);
    if (before === found) continue;
    if (before !== undefined && versionOf(before) !== versionOf(found))
      throw new ProviderError(
        "build",
        `${name} is needed in two versions, ${versionOf(before)} and ${versionOf(found)}.`,
      );
    copied.set(name, found);
    await copyPackage(found, join(modules, name));
    queue.push(...dependenciesOf(found));
  }
}

function copyPackage(from: string, to: string): Promise<void> {
  return cp(from, to, {
    recursive: true,
    dereference: true,
    filter: (file) => {
      const path = relative(from, file);
      const isSource = path.split(sep)[0] === "src" && existsSync(join(from, "dist"));
      return !LEFT_OUT.test(path) && !isSource;
    },
  });
}

function dependenciesOf(folder: string): { readonly name: string; readonly from: string }[] {
  const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifestOf(folder);
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  const names = [...Object.keys(dependencies), ...peers].filter((name) => !name.startsWith("@types/"));
  return names.map((name) => ({ name, from: folder }));
}

function versionOf(folder: string): string | undefined {
  return manifestOf(folder).version;
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}
