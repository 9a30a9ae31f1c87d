/**
 * What is printed, as committed files: read them to see what generation gives. They are part of the type check.
 * `UPDATE_GOLDEN=1 bun test golden` writes them anew.
 */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { apply } from "../src/plan/apply.ts";
import { check } from "../src/plan/check.ts";
import { FolderStorage } from "../src/plan/folder-storage.ts";
import type { Plan } from "../src/plan/plan.ts";
import { hostile } from "./fixtures/hostile.ts";
import { twins } from "./fixtures/pydantic/twins.ts";
import { tour } from "./fixtures/tour.ts";
import { edgeSchemas } from "./support/corpus.ts";
import { moduleOf, planZod } from "./support/plans.ts";

const root = join(import.meta.dirname, "golden");

const environments: [string, Plan][] = [
  ...["counter", "rich"].map((name): [string, Plan] => [name, planZod(twinOf(name), { scope: "@golden" })]),
  ["hostile", planZod(hostile, { scope: "@golden", python: true })],
  ["tour", planZod(tour, { scope: "@golden", python: true })],
];

describe.each(environments)("the packages of %s", (name, plan) => {
  test("are as committed", async () => {
    const generated = plan.files.filter(({ ownership }) => ownership === "generated");
    await expectGolden(join(root, name), { ...plan, files: generated });
  });
});

test("the modules of the corpus are as committed", async () => {
  const files = edgeSchemas().map(({ name, schema }) => ({
    path: `edge/${name.replaceAll("_", "-")}.ts`,
    ownership: "generated" as const,
    content: moduleOf(schema, `${name}.schema.json`).text,
  }));
  await expectGolden(root, {
    files,
    generatedFolders: ["edge"],
  });
});

async function expectGolden(folder: string, plan: Plan): Promise<void> {
  const storage = new FolderStorage(folder);
  const { changes, text } = await check(plan, storage);
  if (process.env["UPDATE_GOLDEN"] === "1") return apply(changes, storage);
  expect(text).toBe("");
}

function twinOf(name: string): (typeof twins)[string] & object {
  const twin = twins[name];
  if (twin === undefined) throw new Error(`there is no twin ${name}`);
  return twin;
}
