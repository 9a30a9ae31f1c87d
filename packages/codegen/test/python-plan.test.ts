/** The Python package as a part of plans. */
import { describe, expect, test } from "bun:test";
import { DiagnosticLog } from "../src/diagnostics/diagnostic.ts";
import { planSource } from "../src/generate.ts";
import { zodEnvironment } from "../src/input/zod-environment.ts";
import { apply } from "../src/plan/apply.ts";
import { check } from "../src/plan/check.ts";
import { diff } from "../src/plan/diff.ts";
import { MemoryStorage } from "../src/plan/memory-storage.ts";
import type { Plan } from "../src/plan/plan.ts";
import { fieldNames, packageName } from "../src/python/names.ts";
import { pythonPattern } from "../src/python/pattern.ts";
import { envNames } from "@openenv/core/schema";
import { twins } from "./fixtures/pydantic/twins.ts";
import { manifestOf } from "./support/plans.ts";

const folder = "python/src/echo_env";

describe("a plan", () => {
  test("has Python only where the manifest asks for it", () => {
    expect(pathsOf(plan(false))).toEqual([]);
    expect(pathsOf(plan(true))).toEqual([
      "python/README.md",
      "python/pyproject.toml",
      `${folder}/__init__.py`,
      `${folder}/client.py`,
      `${folder}/models.py`,
      `${folder}/openenv.yaml`,
      `${folder}/py.typed`,
    ]);
  });

  test("keeps the version of pyproject.toml equal to the client's, and nothing else", async () => {
    const storage = new MemoryStorage();
    const path = "python/pyproject.toml";
    await apply(await diff(plan(true), storage), storage);
    expect(storage.files.get(path)).toContain('\nversion = "1.2.3"\n');
    const edited = (version: string): string =>
      [
        "# mine",
        "[tool.other]",
        'version = "9"',
        "[ project ] # ours",
        'description = """',
        'version = "8"',
        '[tool.fake]"""',
        `  version   =  "${version}" # kept`,
        'authors = [{ name = "A", version = "7" }]',
        "[[tool.list]]",
        'version = "6"',
      ].join("\r\n");
    await storage.write(path, edited("0.9.0"));
    const found = await check(plan(true, "2.0.0-rc.1"), storage);
    expect(found.changes.map(({ kind, path: changed }) => [kind, changed])).toEqual([["changed", path]]);
    expect(found.text).toContain('+  version   =  "2.0.0-rc.1" # kept');
    await apply(await diff(plan(true, "2.0.0-rc.1"), storage), storage);
    expect(storage.files.get(path)).toBe(edited("2.0.0-rc.1"));
    expect((await check(plan(true, "2.0.0-rc.1"), storage)).upToDate).toBe(true);
  });

  test.each(['[project]\ndynamic = ["version"]\n', "[project]\nversion = 'VERSION'\n", "[project\n", ""])(
    "leaves %j to its author where there is no other version",
    async (text) => {
      const storage = new MemoryStorage();
      await apply(await diff(plan(true), storage), storage);
      await storage.write("python/pyproject.toml", text.replace("VERSION", "1.2.3"));
      expect((await check(plan(true), storage)).upToDate).toBe(true);
    },
  );

  test("is checked, and what it no longer wants is removed, but for what an author wrote", async () => {
    const storage = new MemoryStorage();
    await apply(await diff(plan(true), storage), storage);
    expect((await check(plan(true), storage)).upToDate).toBe(true);
    await storage.write(`${folder}/own.py`, "ONE = 1\n");
    await storage.write(`${folder}/models.py`, `${storage.files.get(`${folder}/models.py`)}# edited\n`);
    await storage.write("python/pyproject.toml", "# the author's\n");
    const changes = await diff(plan(true), storage);
    expect(changes.map(({ kind, path }) => [kind, path])).toEqual([["changed", `${folder}/models.py`]]);
    await apply(await diff(plan(false), storage), storage);
    const left = [...storage.files.keys()].filter((path) => path.startsWith("python/"));
    expect(left.toSorted()).toEqual([
      "python/README.md",
      "python/pyproject.toml",
      `${folder}/own.py`,
      `${folder}/py.typed`,
    ]);
  });
});

test.each([
  ["echo_env", "openenv-echo-env", "echo_env"],
  ["echo-env", "openenv-echo-env", "echo_env"],
  ["rich", "openenv-rich-env", "rich_env"],
  ["grid_world", "openenv-grid-world-env", "grid_world_env"],
])("the package of %s is %s with the module %s", (name, distribution, module) => {
  expect(packageName(envNames(name))).toEqual({ distribution, module });
});

test("fields keep their name where Python allows it, and never share one", () => {
  const names = [
    "x",
    "größe",
    "class",
    "class_",
    "x-y",
    "x_y",
    "1st",
    "",
    "*/",
    "__init__",
    "_a",
    "model_config",
    "json",
    "str",
    "ﬁ",
  ];
  const fields = fieldNames(names);
  expect(fields).toEqual([
    "x",
    "größe",
    "class__2",
    "class_",
    "x_y_2",
    "x_y",
    "field_1st",
    "field",
    "field_2",
    "init",
    "a",
    "field_model_config",
    "json_",
    "str_",
    "fi",
  ]);
  expect(new Set(fields).size).toBe(names.length);
});

test.each([
  [String.raw`^\d+$`, String.raw`^\d+\Z`],
  [String.raw`a.b\/c`, String.raw`a[^\n\r\u2028\u2029]b/c`],
  [String.raw`(?<year>\d{4})-\k<year>`, String.raw`(?P<year>\d{4})-(?P=year)`],
  [String.raw`[[\]^-]`, String.raw`[\[\]^-]`],
  [String.raw`[a&&b--c]`, String.raw`[a&\&b-\-c]`],
  [String.raw`\u{1F600}\ud83d\ude00`, String.raw`\U0001f600\U0001f600`],
  ["[^]", String.raw`[\s\S]`],
  [String.raw`(?<=a)b`, undefined],
  [String.raw`\p{L}`, undefined],
])("the pattern %s is %s in Python", (pattern, expected) => {
  expect(pythonPattern(pattern)).toBe(expected);
});

function plan(python: boolean, version?: string): Plan {
  const log = new DiagnosticLog();
  const { echo } = twins;
  if (echo === undefined) throw new Error("there is no twin echo");
  const manifest = { ...manifestOf({ ...echo, name: "echo_env" }), python };
  const planned = planSource(zodEnvironment(echo, manifest, "schema.ts", log), { version }, log);
  if (planned.plan === undefined) throw new Error(JSON.stringify(planned.diagnostics));
  return planned.plan;
}

function pathsOf({ files }: Plan): string[] {
  return files
    .map(({ path }) => path)
    .filter((path) => path.startsWith("python/"))
    .toSorted();
}
