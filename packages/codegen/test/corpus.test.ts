/**
 * Every schema of the corpus: what the representation accepts, and what the printed validators accept once they run.
 */
import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { DiagnosticLog } from "../src/diagnostics/diagnostic.ts";
import { accepts } from "../src/ir/accepts.ts";
import { canonicalJson, type Json } from "../src/json/json.ts";
import { readSchema } from "../src/read/read-schema.ts";
import { corpusModules } from "./support/corpus-modules.ts";

const { folder, schemas, fileOf } = corpusModules("corpus");

test("there is a corpus", () => {
  expect(schemas.length).toBeGreaterThan(100);
});

describe.each(schemas)("$name", ({ name, schema, cases }) => {
  const valid = [...(cases.valid ?? []), ...(cases.valid_lossless ?? [])];
  const invalid = [...(cases.invalid ?? []), ...(cases.invalid_lossless ?? [])];

  test("is understood", () => {
    const log = new DiagnosticLog();
    const { root } = readSchema(schema, name, log);
    expect(log.list().filter(({ severity }) => severity === "error")).toEqual([]);
    expect(valid.filter((value) => !accepts(root, value))).toEqual([]);
    expect(invalid.filter((value) => accepts(root, value))).toEqual([]);
  });

  test("is validated as the corpus says", async () => {
    const { Root } = (await import(fileOf(name))) as { Root: z.ZodType };
    expect(valid.filter((value) => !Root.safeParse(value).success)).toEqual([]);
    expect(invalid.filter((value) => Root.safeParse(value).success)).toEqual([]);
    if (cases.defaults !== undefined) expect(canonicalJson(Root.parse({}) as Json)).toBe(canonicalJson(cases.defaults));
  });
});

test("all modules compile under the strictest settings", () => {
  const compilerOptions = { types: [], isolatedDeclarations: true };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: "../../../../tsconfig.base.json", compilerOptions, include: ["*.ts"] }),
  );
  const tsc = join(import.meta.dirname, "../../../node_modules/typescript/bin/tsc");
  const { stdout, status } = spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" });
  expect({ stdout, status }).toEqual({ stdout: "", status: 0 });
}, 120_000);

test("the formatter changes nothing", () => {
  writeFileSync(join(folder, ".oxfmtrc.json"), JSON.stringify({ printWidth: 120 }));
  const oxfmt = join(import.meta.dirname, "../../../node_modules/oxfmt/bin/oxfmt");
  const options = ["--check", "-c", join(folder, ".oxfmtrc.json")];
  const { stdout, status } = spawnSync(
    process.execPath,
    [oxfmt, ...options, ...schemas.map(({ name }) => fileOf(name))],
    {
      encoding: "utf8",
    },
  );
  expect({ status, stdout: status === 0 ? "" : stdout }).toEqual({ status: 0, stdout: "" });
}, 60_000);
