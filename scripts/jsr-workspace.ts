/**
 * The packages that go to JSR, copied to a folder that Deno takes for one workspace: there `deno publish` finds them in
 * each other, so nothing has to be published before, and npm's packages in the node_modules of this repository.
 */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { jsrPackages } from "./packages.ts";

const root = join(import.meta.dirname, "..");

/** @param folder an empty folder */
export function writeJsrWorkspace(folder: string): void {
  const packages = jsrPackages();
  for (const each of packages) {
    const copy = join(folder, relative(root, each.folder));
    const { publish } = readJson(join(each.folder, "jsr.json")) as { publish: { include: readonly string[] } };
    for (const file of ["jsr.json", "package.json", ...publish.include]) {
      cpSync(join(each.folder, file), join(copy, file), { recursive: true });
    }
    symlinkSync(join(each.folder, "node_modules"), join(copy, "node_modules"), "junction");
  }
  // Deno looks for Node's types nowhere else.
  mkdirSync(join(folder, "node_modules/@types"), { recursive: true });
  symlinkSync(
    join(import.meta.dirname, "node_modules/@types/node"),
    join(folder, "node_modules/@types/node"),
    "junction",
  );
  const { compilerOptions } = readJson(join(root, "tsconfig.base.json")) as {
    compilerOptions: Readonly<Record<string, unknown>>;
  };
  const { strict, exactOptionalPropertyTypes, noUncheckedIndexedAccess } = compilerOptions;
  const config = {
    lock: false,
    nodeModulesDir: "manual",
    workspace: packages.map((each) => `./${relative(root, each.folder).replaceAll("\\", "/")}`),
    compilerOptions: { strict, exactOptionalPropertyTypes, noUncheckedIndexedAccess },
  };
  writeFileSync(join(folder, "deno.json"), JSON.stringify(config));
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}
