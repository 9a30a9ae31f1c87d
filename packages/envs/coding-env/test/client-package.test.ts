/** Whoever installs the client downloads no interpreter. */
import { expect, test } from "bun:test";
import { existsSync, readFileSync, realpathSync, rmSync, mkdtempSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const client = join(import.meta.dirname, "../client");
const MOST_BYTES = 40 * 1024;

test("the client's tarball is at most 40 KB", () => {
  const folder = mkdtempSync(join(tmpdir(), "coding-env-pack-"));
  try {
    // Without the build there would be little to weigh.
    expect(existsSync(join(client, "dist/index.js"))).toBe(true);
    const { exitCode, stderr } = Bun.spawnSync([process.execPath, "pm", "pack", "--destination", folder, "--quiet"], {
      cwd: client,
    });
    expect({ exitCode, stderr: exitCode === 0 ? "" : stderr.toString() }).toEqual({ exitCode: 0, stderr: "" });
    const [tarball] = [readdirSync(folder).find((file) => file.endsWith(".tgz"))];
    expect(statSync(join(folder, tarball ?? "")).size).toBeLessThanOrEqual(MOST_BYTES);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("no interpreter is in the client's dependency tree", () => {
  const names = [...dependencies(client)].toSorted();
  expect(names).toContain("@openenv/core");
  expect(names.filter((name) => /pyodide|quickjs|wasm|python|env-server/.test(name))).toEqual([]);
});

/** Names of all packages that an installation brings, peers included. */
function dependencies(folder: string, seen = new Set<string>()): ReadonlySet<string> {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, object | undefined>;
  for (const name of Object.keys({ ...manifest["dependencies"], ...manifest["peerDependencies"] })) {
    if (seen.has(name)) continue;
    seen.add(name);
    const found = findPackage(name, folder);
    if (found !== undefined) dependencies(found, seen);
  }
  return seen;
}

function findPackage(name: string, from: string): string | undefined {
  const places = createRequire(join(realpathSync(from), "package.json")).resolve.paths(name) ?? [];
  const file = places
    .map((place) => join(place, name, "package.json"))
    .find((path) => statSync(path, { throwIfNoEntry: false }));
  return file === undefined ? undefined : dirname(realpathSync(file));
}
