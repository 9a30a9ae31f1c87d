/**
 * From the declared tools of an environment to their intermediate representation.
 */
import { envNames, toolMethodName } from "@openenv/core/schema";
import type { DiagnosticLog } from "../diagnostics/diagnostic.ts";
import type { Tool } from "../ir/tool.ts";
import type { Json } from "../json/json.ts";
import { typeName } from "../print/identifier.ts";
import { toolSchema } from "../publish/tool-schema.ts";
import type { ModelTable } from "./model-table.ts";
import { SchemaDocument } from "./schema-document.ts";
import { SchemaReader, type PropertyOrder } from "./schema-reader.ts";

/** A tool in the one form that all inputs are brought to. */
export interface ToolSource {
  readonly name: string;
  readonly description: string;
  /** JSON Schema (2020-12) of the arguments. */
  readonly input: Json;
  /** JSON Schema of what it gives; `undefined` for any value. */
  readonly output: Json | undefined;
}

/** What the types and methods of one tool are called. */
interface ToolNames {
  readonly source: ToolSource;
  readonly typeName: string;
  readonly method: string;
}

export interface ToolReading {
  readonly models: ModelTable;
  readonly log: DiagnosticLog;
  readonly order: PropertyOrder;
  /** What diagnostics call the file. */
  readonly origin: string;
}

/** Chooses the names of types and methods, and keeps the former for them. Comes before any model is read. */
export function nameTools(envName: string, sources: readonly ToolSource[], models: ModelTable): ToolNames[] {
  const { prefix } = envNames(envName);
  const types = new Set<string>();
  const methods = new Set<string>();
  return sources.map((source) => {
    const own = typeName(source.name) || "Tool";
    const wanted = own.startsWith(prefix) ? own : prefix + own;
    const name = free(types, wanted, (n) => `${wanted}${n}`);
    for (const part of ["Arguments", "Result"]) models.reserve(name + part);
    const method = free(methods, toolMethodName(source.name), (n) => (n === 2 ? source.name : `${source.name}${n}`));
    return { source, typeName: name, method };
  });
}

export function readTools(named: readonly ToolNames[], reading: ToolReading): Tool[] {
  return named.map(({ source, typeName: typeOfTool, method }) => {
    const { name, description, input, output } = source;
    const read = (schema: Json, part: string) => {
      const document = new SchemaDocument(schema, `${reading.origin} tools.${name}.${part} `);
      return new SchemaReader(document, reading.models, reading.log, reading.order).readDocument();
    };
    const args = read(input, "input");
    const result = output === undefined ? undefined : read(output, "output");
    return {
      name,
      method,
      description,
      typeName: typeOfTool,
      arguments: args,
      result,
      inputSchema: toolSchema(args),
      outputSchema: result === undefined ? null : toolSchema(result),
    };
  });
}

function free(taken: Set<string>, wanted: string, other: (n: number) => string): string {
  let name = wanted;
  for (let n = 2; taken.has(name); n += 1) name = other(n);
  taken.add(name);
  return name;
}
