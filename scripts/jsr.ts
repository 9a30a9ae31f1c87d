/**
 * Writes the `jsr.json` of every package that JSR can hold, from its `package.json`; with `--check` only says which
 * differ. JSR takes the sources, and one file for each entry: where package.json asks which runtime it is, Deno's.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { sourcesOf } from "./entries.ts";
import { jsrPackages, type PublishedPackage, publishedPackages } from "./packages.ts";

const root = join(import.meta.dirname, "..");
const check = process.argv.includes("--check");
const versions = new Map(publishedPackages().map(({ name, version }) => [name, version]));
let differ = 0;
for (const each of jsrPackages()) {
  const file = join(each.folder, "jsr.json");
  const text = `${JSON.stringify(jsrManifest(each), undefined, 2)}\n`;
  if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
  differ += 1;
  console.log(`${check ? "differs, `bun run jsr` writes it" : "written"}: ${relative(root, file)}`);
  if (!check) writeFileSync(file, text);
}
process.exit(check && differ > 0 ? 1 : 0);

function jsrManifest({ name, version, manifest }: PublishedPackage): object {
  const files = (manifest["files"] as readonly string[]).filter((file) => file !== "dist" && !file.startsWith("!"));
  return {
    name,
    version,
    license: manifest["license"],
    exports: sourcesOf(manifest["exports"]),
    imports: { ...dependenciesOf(manifest), ...sourcesOf(manifest["imports"]) },
    publish: { include: ["LICENSE", "README.md", ...files], exclude: ["**/*.test.*"] },
  };
}

/** Where each bare name leads: to npm, and for the packages of this repository to JSR. */
function dependenciesOf(manifest: PublishedPackage["manifest"]): Record<string, string> {
  const kinds = ["dependencies", "peerDependencies", "optionalDependencies"];
  const ranges = kinds.flatMap((kind) => Object.entries((manifest[kind] as Record<string, string> | undefined) ?? {}));
  const sorted = ranges.toSorted(([a], [b]) => a.localeCompare(b));
  return Object.fromEntries(
    sorted.map(([name, range]) => {
      const own = versions.get(name);
      return [name, own === undefined ? `npm:${name}@${range}` : `jsr:${name}@^${own}`];
    }),
  );
}
