/**
 * From a single JSON Schema, whatever its root, to the intermediate representation.
 */
import type { DiagnosticLog } from "../diagnostics/diagnostic.ts";
import { modelsOf } from "../ir/children.ts";
import type { SchemaIr } from "../ir/environment.ts";
import type { Json } from "../json/json.ts";
import { checkDefaults } from "./check-defaults.ts";
import { ModelTable } from "./model-table.ts";
import { SchemaDocument } from "./schema-document.ts";
import { SchemaReader } from "./schema-reader.ts";

/** The name of the type and the validator of the root. */
const ROOT = "Root";

/** @param origin what diagnostics and headers call the document */
export function readSchema(schema: Json, origin: string, log: DiagnosticLog): SchemaIr {
  const models = new ModelTable(ROOT, log);
  models.reserve(ROOT);
  const root = new SchemaReader(new SchemaDocument(schema, origin), models, log, "canonical").readDocument();
  checkDefaults([root], log);
  return { name: ROOT, models: modelsOf([root]), root };
}
