/**
 * `release [--dry-run] [--registry URL] [--skip-checks]`: publishes every package whose version the registry does not
 * have, from a tree whose versions are settled (`bun run changeset version`, `bun run jsr`).
 *
 * Builds, packs by `bun pm pack`, checks the tarballs, and publishes these very tarballs by `npm publish`. Which registry
 * that is and who may publish is npm's configuration. OPENENV_PROVENANCE=1 adds provenance, which npm makes where a CI
 * of its list vouches for the build.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { packAll, type PackedPackage } from "./packages.ts";
import { runCommand } from "./run-command.ts";
import { envFor } from "./runtimes.ts";

const root = join(import.meta.dirname, "..");
const { values } = parseArgs({
  options: {
    "dry-run": { type: "boolean", default: false },
    registry: { type: "string" },
    "skip-checks": { type: "boolean", default: false },
  },
});
const env = envFor("node20");
const registry = values.registry === undefined ? [] : [`--registry=${values.registry}`];
const folder = mkdtempSync(join(tmpdir(), "openenv-release-"));

try {
  await mustRun("build", [process.execPath, "x", "--no-install", "--bun", "turbo", "run", "build"]);
  await mustRun("jsr.json keeps the versions", [process.execPath, "scripts/jsr.ts", "--check"]);
  if (!values["skip-checks"]) await mustRun("check:packages", [process.execPath, "scripts/check-packages.ts"]);
  const packages = await packAll(folder);
  const news: PackedPackage[] = [];
  for (const each of packages) if (!(await isPublished(each))) news.push(each);
  for (const { name, version, tarball } of news) {
    const flags = [
      "--access=public",
      ...(process.env["OPENENV_PROVENANCE"] === "1" ? ["--provenance"] : []),
      ...(values["dry-run"] ? ["--dry-run"] : []),
    ];
    await mustRun(`publish ${name}@${version}`, ["npm", "publish", tarball, ...flags, ...registry]);
  }
  console.log(`${news.length} of ${packages.length} packages ${values["dry-run"] ? "would be " : ""}published`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function isPublished({ name, version }: PackedPackage): Promise<boolean> {
  const command = ["npm", "view", `${name}@${version}`, "version", ...registry];
  const { exitCode, output } = await runCommand(command, { cwd: folder, env, quiet: true });
  return exitCode === 0 && output.includes(version);
}

async function mustRun(what: string, command: readonly string[]): Promise<void> {
  const { exitCode, output } = await runCommand(command, { cwd: root, env, quiet: true });
  console.log(`${exitCode === 0 ? "ok     " : "FAILED "} ${what}`);
  if (exitCode === 0) return;
  console.log(output);
  process.exit(1);
}
