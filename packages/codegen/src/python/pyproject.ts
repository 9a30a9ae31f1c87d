/**
 * `pyproject.toml`. It is the author's once it is there, but for the version, which is that of the client for JavaScript.
 */
import type { EnvironmentIr } from "../ir/environment.ts";
import type { PlannedFile } from "../plan/plan.ts";
import { packageName } from "./names.ts";
import { oneLine } from "./scaffold.ts";

export function pyproject(env: EnvironmentIr, version: string): PlannedFile {
  return {
    path: "python/pyproject.toml",
    ownership: "merged",
    content: initial(env, version),
    merge: (existing) => withVersion(existing, version),
  };
}

/** The assignment of a string to `version`, alone on its line but for a comment. */
const VERSION = /^(\s*(?:version|"version"|'version')\s*=\s*)("[^"\n]*"|'[^'\n]*')(?=\s*(?:#|$))/;

/**
 * The file with this version in its table `project`, and nothing else changed. Where the author has no version there, or
 * has it worked out by the build, there is none to keep.
 */
function withVersion(text: string, version: string): string {
  let table = "";
  let open: string | undefined;
  const lines = text.split("\n").map((line) => {
    const isText = open !== undefined;
    // A string over several lines may hold anything that looks like a table.
    for (const quotes of line.match(/"""|'''/g) ?? []) {
      if (open === undefined) open = quotes;
      else if (open === quotes) open = undefined;
    }
    if (isText) return line;
    table = /^\s*\[([^[\]]+)\]/.exec(line)?.[1]?.trim() ?? (/^\s*\[\[/.test(line) ? "" : table);
    if (table !== "project") return line;
    return line.replace(VERSION, (whole, head: string, value: string) => {
      return value.slice(1, -1) === version ? whole : head + tomlString(version);
    });
  });
  return lines.join("\n");
}

/** Built by setuptools, which every Python can get. `openenv` has annotations but no marker, so mypy is told to read them. */
function initial({ names, description }: EnvironmentIr, version: string): string {
  const { distribution, module } = packageName(names);
  return `[build-system]
requires = ["setuptools>=64"]
build-backend = "setuptools.build_meta"

[project]
name = "${distribution}"
version = ${tomlString(version)}
description = ${tomlString(oneLine(description))}
readme = "README.md"
license = { text = "BSD-3-Clause" }
requires-python = ">=3.10"
dependencies = ["openenv>=0.10", "pydantic>=2.12", "typing_extensions>=4.12"]

[tool.setuptools.packages.find]
where = ["src"]

[tool.setuptools.package-data]
${module} = ["openenv.yaml", "py.typed"]

[tool.mypy]
strict = true

[[tool.mypy.overrides]]
module = "openenv.*"
follow_untyped_imports = true
`;
}

/** A basic string: TOML knows the escapes of JSON, but for the slash, which JSON does not write. */
function tomlString(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll(/[^ -~]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
