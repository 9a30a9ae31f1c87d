/** The corpus, generated: the module of each schema in a file that a test may import. */
import { afterAll, beforeAll } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CorpusSchema, edgeSchemas, modelSchemas } from "./corpus.ts";
import { moduleOf } from "./plans.ts";

export interface CorpusModules {
  readonly folder: string;
  readonly schemas: readonly CorpusSchema[];
  /** The file of a schema, by its name. */
  readonly fileOf: (name: string) => string;
}

/** @param name of the folder, which the test file has for itself: files run at the same time */
export function corpusModules(name: string): CorpusModules {
  // Within the package, where the modules find what they import. Nothing in .cache is committed.
  const folder = join(import.meta.dirname, "../../.cache", name);
  const schemas = [...edgeSchemas(), ...modelSchemas()];
  const fileOf = (schema: string): string => join(folder, `${schema}.ts`);
  beforeAll(() => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const { name: each, schema } of schemas)
      writeFileSync(fileOf(each), moduleOf(schema, `${each}.schema.json`).text);
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, schemas, fileOf };
}
