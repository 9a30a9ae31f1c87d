/**
 * Reads the folder of an environment: `openenv.yaml`, and `schema.ts` or a `*.schema.json` beside it.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { envNames } from "@openenv/core/schema";
import type { DiagnosticLog } from "../diagnostics/diagnostic.ts";
import type { EnvironmentSource } from "../read/read-environment.ts";
import { carryComments } from "./comments/carry-comments.ts";
import { parseManifest, type ManifestFile } from "./manifest-file.ts";
import { documentEnvironment, readSchemaDocument } from "./schema-document-source.ts";
import { loadSchemaModule } from "./schema-module.ts";
import { zodEnvironment } from "./zod-environment.ts";

const MANIFEST = "openenv.yaml";
const MODULE = "schema.ts";

/** Whether a folder holds an environment that can be generated. */
export async function isEnvironmentFolder(folder: string): Promise<boolean> {
  const names = await namesIn(folder);
  return names.includes(MANIFEST) && schemaFile(names) !== undefined;
}

/** The files that an environment is generated from. */
export async function sourceFiles(folder: string): Promise<string[]> {
  const names = await namesIn(folder);
  return [MANIFEST, schemaFile(names) ?? MODULE].map((name) => join(folder, name));
}

/** `undefined`, with diagnostics, when there is nothing to generate from. */
export async function readEnvironmentFolder(
  folder: string,
  log: DiagnosticLog,
): Promise<EnvironmentSource | undefined> {
  const manifest = await readManifest(folder, log);
  const file = schemaFile(await namesIn(folder));
  if (file !== undefined && file !== MODULE) {
    const document = await readSchemaDocument(join(folder, file), log);
    return document && manifest && documentEnvironment(document, manifest, log);
  }
  const schema = await loadSchemaModule(join(folder, MODULE), log);
  if (manifest === undefined || schema === undefined) return undefined;
  if (envNames(manifest.name).wire !== envNames(schema.name).wire) {
    log.report("OE1011", `${MANIFEST}#/name`, `It says "${manifest.name}", ${MODULE} says "${schema.name}".`);
  }
  return carryComments(zodEnvironment(schema, manifest, MODULE, log), join(folder, MODULE), log);
}

async function readManifest(folder: string, log: DiagnosticLog): Promise<ManifestFile | undefined> {
  const text = await readFile(join(folder, MANIFEST), "utf8").catch(() => undefined);
  if (text !== undefined) return parseManifest(text, MANIFEST, log);
  log.report("OE1014", MANIFEST, `There is no ${join(folder, MANIFEST)}.`);
  return undefined;
}

function schemaFile(names: readonly string[]): string | undefined {
  return names.includes(MODULE) ? MODULE : names.find((name) => /(?:^|\.)schema\.json$/.test(name));
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch((): string[] => [])).toSorted();
}
