/**
 * Which package manager a project uses: by its lockfile or its `packageManager`, else by what runs this command.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";

export type PackageManagerName = "npm" | "bun" | "deno" | "pnpm" | "yarn";

/** Command lines; names follow. */
export interface PackageManager {
  readonly name: PackageManagerName;
  readonly install: readonly string[];
  readonly run: readonly string[];
  readonly exec: readonly string[];
}

const LOCKFILES: Readonly<Record<string, PackageManagerName>> = {
  "bun.lock": "bun",
  "bun.lockb": "bun",
  "deno.lock": "deno",
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "package-lock.json": "npm",
};

const managers: Readonly<Record<PackageManagerName, Omit<PackageManager, "name">>> = {
  npm: { install: ["npm", "install"], run: ["npm", "run"], exec: ["npx"] },
  bun: { install: ["bun", "install"], run: ["bun", "run"], exec: ["bunx"] },
  deno: { install: ["deno", "install"], run: ["deno", "task"], exec: ["deno", "x", "-A"] },
  pnpm: { install: ["pnpm", "install"], run: ["pnpm", "run"], exec: ["pnpm", "exec"] },
  yarn: { install: ["yarn", "install"], run: ["yarn", "run"], exec: ["yarn", "exec"] },
};

/** npm does not know `workspace:`; pnpm links only with it. */
export function knowsWorkspaceRanges(name: PackageManagerName): boolean {
  return name === "bun" || name === "pnpm";
}

export function packageManager(name: PackageManagerName): PackageManager {
  return { name, ...managers[name] };
}

/** The one of a folder, or of a folder above it. */
export function detectPackageManager(folder: string): PackageManager {
  return packageManager(ofFolder(folder) ?? callingManager());
}

function ofFolder(folder: string): PackageManagerName | undefined {
  const declared = declaredIn(folder);
  if (declared !== undefined) return declared;
  const lockfile = Object.keys(LOCKFILES).find((name) => existsSync(join(folder, name)));
  if (lockfile !== undefined) return LOCKFILES[lockfile];
  const above = dirname(folder);
  return above === folder ? undefined : ofFolder(above);
}

function declaredIn(folder: string): PackageManagerName | undefined {
  try {
    const { packageManager: declared } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      packageManager?: string;
    };
    return nameOf(declared);
  } catch {
    return undefined;
  }
}

/** What started this process says so in a variable, as npm does. */
export function callingManager(): PackageManagerName {
  const agent = nameOf(process.env["npm_config_user_agent"]?.replace("/", "@"));
  if (agent !== undefined) return agent;
  return process.versions["bun"] !== undefined ? "bun" : process.versions["deno"] !== undefined ? "deno" : "npm";
}

function nameOf(text: string | undefined): PackageManagerName | undefined {
  const name = text?.split("@", 1)[0] ?? "";
  return Object.hasOwn(managers, name) ? (name as PackageManagerName) : undefined;
}
