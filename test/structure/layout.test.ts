/** Every environment and every published package has the same shape, so that whoever knows one knows all. */
import { describe, expect, test } from "bun:test";
import { parse } from "yaml";
import { readText, repositoryFiles } from "./source-tree.ts";

interface PackageJson {
  readonly name: string;
  readonly private?: boolean;
  readonly [field: string]: unknown;
}

const files = new Set(repositoryFiles());
const environments = [...new Set([...files].map((file) => /^packages\/envs\/([^/]+)\//.exec(file)?.[1]))].filter(
  (name) => name !== undefined,
);
const published = [...files]
  .filter((file) => /^packages\/.*package\.json$/.test(file) && !file.includes("/test/"))
  .map((file) => ({ folder: file.replace("/package.json", ""), manifest: readPackage(file) }))
  .filter(({ manifest }) => manifest.private !== true);

for (const name of environments) {
  const home = `packages/envs/${name}`;
  describe(name, () => {
    test("has every file of an environment", () => {
      const expected = [
        "package.json",
        "openenv.yaml",
        "schema.ts",
        "Dockerfile",
        "client/package.json",
        "client/README.md",
        "client/src/index.ts",
        "server/package.json",
        "server/README.md",
        "server/src/environment.ts",
        "server/src/main.ts",
      ];
      expect(expected.filter((file) => !files.has(`${home}/${file}`))).toEqual([]);
    });

    test("has generated code on both sides, and tests", () => {
      const sides = [/^client\/src\/gen\/.*\.ts$/, /^server\/src\/gen\/.*\.ts$/, /^test\/.*\.test\.ts$/];
      const own = [...files].filter((file) => file.startsWith(home)).map((file) => file.slice(home.length + 1));
      expect(sides.filter((side) => !own.some((file) => side.test(file)))).toEqual([]);
    });

    test("is called by one name everywhere", () => {
      const wireName: unknown = (parse(readText(`${home}/openenv.yaml`)) as { name?: unknown }).name;
      expect(wireName).toBe(name.replaceAll("-", "_"));
      expect(readPackage(`${home}/package.json`)).toMatchObject({ name: `@openenv/${name}-workspace`, private: true });
      expect(readPackage(`${home}/client/package.json`).name).toBe(`@openenv/${name}`);
      expect(readPackage(`${home}/server/package.json`).name).toBe(`@openenv/${name}-server`);
    });
  });
}

for (const { folder, manifest } of published) {
  test(`${manifest.name} is published like the others`, () => {
    expect(manifest).toMatchObject({ type: "module", license: "BSD-3-Clause", engines: { node: ">=20.19" } });
    expect(manifest["version"]).toMatch(/^\d+\.\d+\.\d+/);
    expect(manifest["description"]).toBeString();
    expect(files.has(`${folder}/README.md`)).toBe(true);
    const targets = Object.entries(manifest["exports"] as object).filter(([entry]) => entry !== "./package.json");
    const order = targets.map(([, conditions]) => Object.keys(conditions as object).slice(0, 2));
    expect(order).toEqual(targets.map(() => ["@openenv/source", "types"]));
  });
}

function readPackage(file: string): PackageJson {
  return JSON.parse(readText(file)) as PackageJson;
}
