/**
 * Emits one module for a single JSON Schema: types and validators, the root under one name for both.
 */
import type { SchemaIr } from "../ir/environment.ts";
import type { GeneratedFile } from "../print/generated-file.ts";
import { printModelTypes, printTypes } from "./types-file.ts";
import { ValidatorPrinter } from "./validators-file.ts";

export function emitSchemaModule(file: GeneratedFile, { name, root, models }: SchemaIr): void {
  printTypes(file, { name, node: root, comment: "" });
  for (const model of models) printModelTypes(file, model.name, model.node);
  const printer = new ValidatorPrinter(file, undefined);
  printer.printModels(models, [root]);
  printer.print(name, root, `Validates ${name}.`, name);
}
