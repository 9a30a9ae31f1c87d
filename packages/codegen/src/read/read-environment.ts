/**
 * From the sources of an environment to its intermediate representation.
 */
import { envNames } from "@openenv/core/schema";
import type { DiagnosticLog } from "../diagnostics/diagnostic.ts";
import { modelsOf } from "../ir/children.ts";
import type { EnvironmentIr } from "../ir/environment.ts";
import type { Node } from "../ir/node.ts";
import type { Tool } from "../ir/tool.ts";
import type { Json } from "../json/json.ts";
import { splitBaseFields, type Role } from "./base-fields.ts";
import { checkDefaults } from "./check-defaults.ts";
import { environmentModels, type ModelTable } from "./model-table.ts";
import { nameTools, readTools, type ToolSource } from "./read-tools.ts";
import { SchemaDocument } from "./schema-document.ts";
import { SchemaReader, type PropertyOrder } from "./schema-reader.ts";

/** An environment in the one form that all inputs are brought to. */
export interface EnvironmentSource {
  /** `echo_env`, in any spelling. */
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly port: number | undefined;
  readonly maxConcurrentEnvs: number | undefined;
  /** Longest step, in milliseconds. Default: any. */
  readonly stepTimeoutMs?: number | undefined;
  /** Default: nothing is said about it. */
  readonly execution?: "inline" | "worker" | undefined;
  /** What the header of generated files names. */
  readonly origin: string;
  /** JSON Schemas (2020-12) of what a writer sends. */
  readonly action: Json;
  readonly observation: Json;
  readonly state: Json;
  readonly reset: Json;
  /** Default: none. */
  readonly tools?: readonly ToolSource[];
  /** Whether every step is a call of a tool. Default `false`. */
  readonly toolsOnly?: boolean;
  /** Whether a Python client package is wanted. Default `false`. */
  readonly python?: boolean | undefined;
  readonly order: PropertyOrder;
  /** Whether the schemas hold the base fields, as what a server publishes does. */
  readonly published: boolean;
}

export function readEnvironment(source: EnvironmentSource, log: DiagnosticLog): EnvironmentIr {
  const models = environmentModels(source.name, log);
  const named = nameTools(source.name, source.tools ?? [], models);
  const part = (role: Role): Node => {
    return splitBaseFields(role, readPart(source, role, models, log), { log, published: source.published });
  };
  const roots = { action: part("action"), observation: part("observation"), state: part("state") };
  const reset = readPart(source, "reset", models, log);
  const tools = readTools(named, { models, log, order: source.order, origin: source.origin });
  const nodes = [...Object.values(roots), reset, ...tools.flatMap(nodesOf)];
  checkDefaults(nodes, log);
  return {
    names: envNames(source.name),
    version: source.version,
    description: source.description,
    port: source.port,
    maxConcurrentEnvs: source.maxConcurrentEnvs,
    stepTimeoutMs: source.stepTimeoutMs,
    execution: source.execution,
    models: modelsOf(nodes),
    ...roots,
    reset,
    tools,
    toolsOnly: source.toolsOnly ?? false,
  };
}

function nodesOf(tool: Tool): Node[] {
  return tool.result === undefined ? [tool.arguments] : [tool.arguments, tool.result];
}

function readPart(source: EnvironmentSource, name: Role | "reset", models: ModelTable, log: DiagnosticLog): Node {
  const document = new SchemaDocument(source[name], `${source.origin} ${name} `);
  return new SchemaReader(document, models, log, source.order).readDocument();
}
