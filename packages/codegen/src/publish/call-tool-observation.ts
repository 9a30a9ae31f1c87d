/**
 * What an environment with tools only publishes as its observation: the answer to a call (PROTOCOL §3.5). A reset
 * answers without these fields, as Python's does.
 */
import { DiagnosticLog } from "../diagnostics/diagnostic.ts";
import type { JsonObject } from "../json/json.ts";
import { splitBaseFields } from "../read/base-fields.ts";
import { ModelTable } from "../read/model-table.ts";
import { SchemaDocument } from "../read/schema-document.ts";
import { SchemaReader } from "../read/schema-reader.ts";
import { publishedSchema } from "./published-schema.ts";

const schema: JsonObject = {
  type: "object",
  title: "CallToolObservation",
  properties: {
    tool_name: { type: "string", description: "The tool that was called." },
    result: { default: null, description: "What it gave." },
    error: {
      anyOf: [{ $ref: "#/$defs/ToolError" }, { type: "null" }],
      default: null,
      description: "Why the call failed, or null.",
    },
  },
  required: ["tool_name"],
  additionalProperties: false,
  $defs: {
    ToolError: {
      type: "object",
      properties: {
        error_type: { $ref: "#/$defs/ToolErrorType" },
        message: { type: "string" },
      },
      required: ["error_type", "message"],
      additionalProperties: false,
    },
    ToolErrorType: {
      type: "string",
      enum: ["execution_error", "invalid_args", "transport_error", "tool_not_found", "timeout"],
    },
  },
};

export function callToolObservation(): JsonObject {
  const log = new DiagnosticLog();
  const document = new SchemaDocument(schema, "CallToolObservation ");
  const node = new SchemaReader(document, new ModelTable("", log), log, "declared").readDocument();
  return publishedSchema(splitBaseFields("observation", node, { log, published: false }), "CallToolObservation");
}
