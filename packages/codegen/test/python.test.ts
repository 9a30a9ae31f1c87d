/** Generated Python packages: types that hold, models that say what the schema says, and texts that stay texts. */
import { expect, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { EnvSchema } from "@openenv/core/schema";
import { DiagnosticLog } from "../src/diagnostics/diagnostic.ts";
import { planSource } from "../src/generate.ts";
import { zodEnvironment } from "../src/input/zod-environment.ts";
import { canonicalJson, type Json } from "../src/json/json.ts";
import { CHECKS } from "../src/python/checks-file.ts";
import { emitRootModel } from "../src/python/models-file.ts";
import { PythonFile } from "../src/python/python-file.ts";
import { readSchema } from "../src/read/read-schema.ts";
import { hostile, hostileNames, hostileTexts } from "./fixtures/hostile.ts";
import { twins } from "./fixtures/pydantic/twins.ts";
import { kit } from "./fixtures/kit.ts";
import { tour } from "./fixtures/tour.ts";
import { edgeSchemas, modelSchemas } from "./support/corpus.ts";
import { interopSchema, manifestOf } from "./support/plans.ts";
import { describeWithPython, runPython } from "./support/python.ts";

const folder = join(import.meta.dirname, "../.cache/python");
const programs = join(import.meta.dirname, "python");
/** Python imports half a web framework first, and mypy reads it. */
const SLOW = 480_000;

describeWithPython("the models of a schema", ["pydantic"], () => {
  const home = join(folder, "corpus");
  const schemas = [...edgeSchemas(), ...modelSchemas()].map(({ name, schema, cases }) => ({
    name: name.replaceAll(/\W/g, "_"),
    schema,
    valid: [...(cases.valid ?? []), ...(cases.valid_lossless ?? [])],
    invalid: [...(cases.invalid ?? []), ...(cases.invalid_lossless ?? [])],
  }));

  test("accept and refuse what the corpus says", () => {
    rmSync(home, { recursive: true, force: true });
    write(join(home, "corpus/checks.py"), CHECKS);
    for (const { name, schema } of schemas) write(join(home, `corpus/${name}.py`), moduleOf(schema, name));
    const cases = schemas.map(({ name, valid, invalid }) => ({ name, valid, invalid }));
    const { stdout, stderr } = runPython([join(programs, "check_corpus.py")], { input: canonicalJson([home, cases]) });
    expect(stderr).toBe("");
    const found = JSON.parse(stdout) as Record<string, unknown>;
    expect(Object.keys(found).length).toBeGreaterThan(100);
    const agreement = { refused: [], accepted: [] };
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, agreement])));
  }, 120_000);
});

describeWithPython("a package of hostile names and texts", ["openenv"], () => {
  test(
    "is models and nothing else, and keeps every name and text",
    () => {
      const path = writePackage("hostile", hostile);
      const { stdout, stderr, status } = runPython([join(programs, "inspect_hostile.py"), path], { path });
      expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
      const { statements, names, texts, description } = JSON.parse(stdout) as Record<string, string[]>;
      expect(new Set(statements)).toEqual(new Set(["Expr", "ImportFrom", "If", "ClassDef"]));
      expect(names).toEqual([...hostileNames, "text"]);
      expect(new Set(texts)).toEqual(
        new Set(hostileTexts.filter((text) => text.trim() !== "").map((text) => text.toWellFormed())),
      );
      expect(description).toEqual(hostile.description.toWellFormed() as unknown as string[]);
    },
    SLOW,
  );
});

describeWithPython("generated packages", ["openenv", "mypy"], () => {
  test(
    "pass mypy --strict, and give a trainer types",
    async () => {
      const tools = await interopSchema("tools");
      const paths = Object.entries({ ...twins, tour, hostile, kit, tools }).map(([name, schema]) =>
        writePackage(name, schema),
      );
      const user = join(programs, "typed_user.py");
      const config = join(paths[0] ?? "", "../pyproject.toml");
      const cache = join(folder, "mypy");
      const options = ["--strict", "--config-file", config, "--cache-dir", cache, "--show-error-codes"];
      const { stdout, status } = runPython(["-m", "mypy", ...options, ...paths, user], { path: "" });
      expect({ stdout: stdout.replaceAll(/^Success.*\n/gm, ""), status }).toEqual({ stdout: "", status: 0 });
    },
    SLOW,
  );
});

/** Writes the Python package of an environment, and gives the folder that its module is in. */
function writePackage(name: string, schema: EnvSchema): string {
  const log = new DiagnosticLog();
  const source = zodEnvironment(schema, manifestOf(schema), "schema.ts", log);
  const { plan } = planSource(source, { python: true }, log);
  const files = (plan?.files ?? []).filter(({ path }) => path.startsWith("python/"));
  const home = join(folder, "packages", name);
  rmSync(home, { recursive: true, force: true });
  for (const { path, content } of files) write(join(home, path), content);
  return join(home, "python/src");
}

function moduleOf(schema: Json, name: string): string {
  const file = new PythonFile("", name);
  emitRootModel(file, readSchema(schema, name, new DiagnosticLog()));
  return file.toString();
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
