/**
 * The packages of this repository that are published, and how they are packed.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "./run-command.ts";
import { envFor } from "./runtimes.ts";

export interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
  readonly manifest: Readonly<Record<string, unknown>>;
}

/** A package with its tarball. */
export interface PackedPackage extends PublishedPackage {
  readonly tarball: string;
}

/** Only commands, and on npm alone: they need files beside their modules, where JSR has addresses (docs/adr/0017). */
const commandPackages: ReadonlySet<string> = new Set(["@openenv/cli", "@openenv/create"]);

const root = join(import.meta.dirname, "..");

/** By name. Needs Bun. */
export function publishedPackages(): readonly PublishedPackage[] {
  return [...new Bun.Glob("packages/**/package.json").scanSync(root)]
    .filter((file) => !/node_modules|[/\\]test[/\\]/.test(file))
    .map((file) => {
      const manifest = JSON.parse(readFileSync(join(root, file), "utf8")) as Record<string, unknown>;
      const { name, version } = manifest as { name: string; version: string };
      return { name, version, folder: join(root, file, ".."), manifest };
    })
    .filter(({ manifest }) => manifest["private"] !== true)
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** What is imported. Commands are run from npm, by Deno too. */
export function jsrPackages(): readonly PublishedPackage[] {
  return publishedPackages().filter(({ name }) => !commandPackages.has(name));
}

/**
 * Packs them as they are published: by `bun pm pack`, which writes versions for `workspace:` ranges; npm does not.
 *
 * @param destination a folder for the tarballs
 */
export async function packAll(destination: string): Promise<readonly PackedPackage[]> {
  const packed: PackedPackage[] = [];
  for (const each of publishedPackages()) {
    const args = ["pm", "pack", "--destination", destination, "--quiet"];
    const options = { cwd: each.folder, env: envFor("node20"), quiet: true };
    const { exitCode, output } = await runCommand([process.execPath, ...args], options);
    if (exitCode !== 0) throw new Error(`bun pm pack failed in ${each.folder}\n${output}`);
    packed.push({ ...each, tarball: output.trim() });
  }
  return packed;
}
