/**
 * Schema documents: `*.schema.json`, and what a running server answers, in whichever language it is written.
 */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { parseJson } from "@openenv/core/protocol";
import type { DiagnosticLog } from "../diagnostics/diagnostic.ts";
import { isJsonObject, member, type Json, type JsonObject } from "../json/json.ts";
import type { EnvironmentSource } from "../read/read-environment.ts";
import type { ToolSource } from "../read/read-tools.ts";
import { isEnvName, type ManifestFile } from "./manifest-file.ts";
import { isToolCall, readServerTools } from "./server-tools.ts";

/** How long a server has to answer one request, in milliseconds. */
const REQUEST_TIMEOUT_MS = 10_000;
const DEFAULT_VERSION = "0.1.0";

/** A document as it was read. */
export interface SchemaDocumentFile {
  /** What diagnostics and headers call it: the name of the file, or the address. */
  readonly origin: string;
  readonly content: Json;
  /** What the server says about itself, where it is one. */
  readonly metadata: { readonly version?: string; readonly description?: string };
  /** Those of a server. */
  readonly tools: readonly ToolSource[];
}

export function isUrl(location: string): boolean {
  return /^https?:\/\//.test(location);
}

/**
 * Reads a file, or asks a server for `/schema`, `/metadata` and its tools. `undefined`, with a diagnostic, when there is no JSON.
 *
 * @param location a path, or the base address of a server, with or without `/schema`
 */
export async function readSchemaDocument(
  location: string,
  log: DiagnosticLog,
): Promise<SchemaDocumentFile | undefined> {
  try {
    return isUrl(location) ? await readServer(location) : await readFileDocument(location);
  } catch (error) {
    log.report("OE1018", location, error instanceof Error ? `${error.message}.` : String(error));
    return undefined;
  }
}

async function readFileDocument(path: string): Promise<SchemaDocumentFile> {
  return { origin: basename(path), content: parseJson(await readFile(path, "utf8")) as Json, metadata: {}, tools: [] };
}

async function readServer(location: string): Promise<SchemaDocumentFile> {
  const base = location.replace(/\/(?:schema\/?)?$/, "");
  const content = await fetchJson(`${base}/schema`);
  const metadata = await fetchJson(`${base}/metadata`).catch((): Json => ({}));
  const tools = await readServerTools(base, REQUEST_TIMEOUT_MS);
  return { origin: `${base}/schema`, content, metadata: isJsonObject(metadata) ? textsOf(metadata) : {}, tools };
}

async function fetchJson(url: string): Promise<Json> {
  const response = await fetch(url, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return parseJson(await response.text()) as Json;
}

function textsOf(metadata: JsonObject): { version?: string; description?: string } {
  const [version, description] = [member(metadata, "version"), member(metadata, "description")];
  return {
    ...(typeof version === "string" ? { version } : {}),
    ...(typeof description === "string" ? { description } : {}),
  };
}

/** What is known about an environment beside its schemas. */
type Known = Pick<ManifestFile, "name"> & Partial<ManifestFile>;

/** The environment of a document with the parts of `/schema`. `undefined`, with a diagnostic, when it is none. */
export function documentEnvironment(
  { origin, content, metadata, tools }: SchemaDocumentFile,
  known: Known,
  log: DiagnosticLog,
): EnvironmentSource | undefined {
  if (!isEnvName(known.name)) {
    log.report("OE1014", origin, `"${known.name}" is not a name such as "echo_env".`);
    return undefined;
  }
  const part = (name: string): Json | undefined => (isJsonObject(content) ? member(content, name) : undefined);
  const [action, observation] = [part("action"), part("observation")];
  if (action === undefined || observation === undefined) {
    log.report("OE1018", origin, `There is no "${action === undefined ? "action" : "observation"}" in it.`);
    return undefined;
  }
  const toolsOnly = tools.length > 0 && isToolCall(action);
  return {
    name: known.name,
    version: known.version ?? metadata.version ?? DEFAULT_VERSION,
    description: known.description ?? metadata.description ?? "",
    port: known.port,
    maxConcurrentEnvs: known.maxConcurrentEnvs,
    stepTimeoutMs: known.stepTimeoutMs,
    execution: known.execution,
    origin,
    action,
    // A reset of an environment with tools only answers what it likes, and the answer to a call is known.
    observation: toolsOnly ? { type: "object", additionalProperties: true } : observation,
    state: part("state") ?? { type: "object", additionalProperties: true },
    // Nothing is published about reset parameters, so a caller may give any.
    reset: part("reset") ?? { type: "object", additionalProperties: true },
    tools,
    toolsOnly,
    python: known.python,
    order: "canonical",
    published: true,
  };
}
