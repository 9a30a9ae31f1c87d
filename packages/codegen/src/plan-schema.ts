/**
 * From a single JSON Schema to the plan of one module.
 */
import { headerText } from "./emit/header.ts";
import { emitSchemaModule } from "./emit/schema-module.ts";
import type { SchemaIr } from "./ir/environment.ts";
import type { Json } from "./json/json.ts";
import type { Plan } from "./plan/plan.ts";
import { GeneratedFile } from "./print/generated-file.ts";
import { schemaHash } from "./publish/schema-hash.ts";

/** @param schema the document itself: the header names its hash */
export function planSchema(ir: SchemaIr, schema: Json, origin: string, command: string): Plan {
  const file = new GeneratedFile(headerText({ origin, schemaHash: schemaHash(schema), command }));
  emitSchemaModule(file, ir);
  return {
    // Nothing is removed from a folder that may hold anything.
    generatedFolders: [],
    files: [{ path: "schema.ts", ownership: "generated", content: file.toString() }],
  };
}
