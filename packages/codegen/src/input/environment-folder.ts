/**
 * Reads the folder of an environment: `openenv.yaml` and `schema.ts`.
 */
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { envNames } from "@openenv/core/schema";
import type { DiagnosticLog } from "../diagnostics/diagnostic.ts";
import type { EnvironmentSource } from "../read/read-environment.ts";
import { parseManifest } from "./manifest-file.ts";
import { loadSchemaModule } from "./schema-module.ts";
import { zodEnvironment } from "./zod-environment.ts";

const MANIFEST = "openenv.yaml";
const SCHEMA = "schema.ts";

/** Whether a folder holds an environment that can be generated. */
export async function isEnvironmentFolder(folder: string): Promise<boolean> {
  const found = await Promise.all([MANIFEST, SCHEMA].map((name) => exists(join(folder, name))));
  return found.every(Boolean);
}

/** `undefined`, with diagnostics, when there is nothing to generate from. */
export async function readEnvironmentFolder(
  folder: string,
  log: DiagnosticLog,
): Promise<EnvironmentSource | undefined> {
  const text = await readFile(join(folder, MANIFEST), "utf8").catch(() => undefined);
  if (text === undefined) log.report("OE1014", MANIFEST, `There is no ${join(folder, MANIFEST)}.`);
  const manifest = text === undefined ? undefined : parseManifest(text, MANIFEST, log);
  const schema = await loadSchemaModule(join(folder, SCHEMA), log);
  if (manifest === undefined || schema === undefined) return undefined;
  if (envNames(manifest.name).wire !== envNames(schema.name).wire) {
    log.report("OE1011", `${MANIFEST}#/name`, `It says "${manifest.name}", ${SCHEMA} says "${schema.name}".`);
  }
  return zodEnvironment(schema, manifest, SCHEMA, log);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
