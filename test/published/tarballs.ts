/**
 * What is in the tarballs: the manifests that the registry was given, and the files.
 */
import assert from "node:assert/strict";
import { publishedPackages } from "openenv-scripts/packages.ts";
import type { Stage } from "./stage.ts";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dist: { readonly tarball: string };
  readonly [field: string]: unknown;
}

const DEPENDENCY_FIELDS = ["dependencies", "peerDependencies", "optionalDependencies", "devDependencies"];
/** Bytes, packed: a package that grows beyond is looked at by somebody. */
const CEILINGS: Readonly<Record<string, number>> = {
  "@openenv/core": 900_000,
  "@openenv/codegen": 500_000,
  "@openenv/cli": 400_000,
  "@openenv/create": 10_000,
};
const ENVIRONMENT_CEILING = 200_000;

export async function proveTarballs(stage: Stage): Promise<void> {
  for (const { name } of publishedPackages()) {
    await stage.prove(`PK-01, PK-03, PK-06: ${name}: what the registry has of it`, async () => {
      const packument = (await (await fetch(stage.registry.url + name)).json()) as {
        versions: Record<string, Manifest>;
      };
      const [manifest] = Object.values(packument.versions);
      assert.ok(manifest !== undefined);
      for (const field of DEPENDENCY_FIELDS) {
        const ranges: string[] = Object.values((manifest[field] as Record<string, string> | undefined) ?? {});
        assert.deepEqual(
          ranges.filter((range) => /^(?:workspace|catalog|link|file):/.test(range)),
          [],
          field,
        );
      }
      const bytes = await (await fetch(manifest.dist.tarball)).bytes();
      const ceiling = CEILINGS[name] ?? ENVIRONMENT_CEILING;
      assert.ok(bytes.length < ceiling, `${bytes.length} bytes, more than ${ceiling}`);
      const files = filesOf(bytes);
      assert.ok(files.has("package/README.md") && files.has("package/LICENSE"), "README and licence");
      assert.deepEqual(
        [...files].filter((file) => /\.test\.|\/test\//.test(file) && !file.includes("/templates/")),
        [],
      );
      for (const [entry, target] of Object.entries(manifest.exports)) {
        if (typeof target === "string") continue;
        const [source, types] = Object.keys(target as object);
        assert.deepEqual([source, types], ["@openenv/source", "types"], entry);
        for (const file of leaves(target)) assert.ok(files.has(inPackage(file)), `${entry}: ${file}`);
      }
      for (const file of leaves(manifest["bin"] ?? {})) assert.ok(files.has(inPackage(file)), file);
    });
  }
}

/** npm takes the dot off the paths of commands. */
function inPackage(file: string): string {
  return `package/${file.replace(/^\.\//, "")}`;
}

/** All strings in an object, however deep. */
function leaves(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [];
}

/** Names in a .tgz: headers of 512 bytes, each before its file. */
function filesOf(tarball: Uint8Array<ArrayBuffer>): ReadonlySet<string> {
  const archive = Bun.gunzipSync(tarball);
  const decoder = new TextDecoder();
  const text = (from: number, length: number): string =>
    decoder.decode(archive.subarray(from, from + length)).replace(/\0.*$/s, "");
  const files = new Set<string>();
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0;) {
    const size = Number.parseInt(text(at + 124, 12), 8) || 0;
    const prefix = text(at + 345, 155);
    const name = text(at, 100);
    files.add(prefix === "" ? name : `${prefix}/${name}`);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}
