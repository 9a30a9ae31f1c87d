/**
 * Whether a running server still has the schemas that packages were generated from.
 */
import { DiagnosticLog, type Diagnostic } from "./diagnostics/diagnostic.ts";
import { readSchemaDocument } from "./input/schema-document-source.ts";
import { isJsonArray, isJsonObject, jsonObject, member, sortKeys, type Json, type JsonObject } from "./json/json.ts";
import { unifiedDiff } from "./plan/unified-diff.ts";

export interface Drift {
  /** A unified diff from what was generated to what the server publishes; empty when they agree. */
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compares the published schemas of an environment with those of a server. Descriptions are prose, and do not count.
 *
 * @param url the base address of the server
 */
export async function compareWithServer(published: JsonObject, url: string): Promise<Drift> {
  const log = new DiagnosticLog();
  const document = await readSchemaDocument(url, log);
  if (document === undefined) return { text: "", diagnostics: log.list() };
  const { content } = document;
  const parts = ["action", "observation", "state"] as const;
  const text = parts.map((part) => {
    const served = isJsonObject(content) ? member(content, part) : undefined;
    const [before, after] = [textOf(member(published, part)), textOf(served)];
    return before === after ? "" : unifiedDiff(`${part}.schema.json`, before, after);
  });
  return { text: text.join(""), diagnostics: log.list() };
}

function textOf(schema: Json | undefined): string {
  if (schema === undefined) return "";
  return `${JSON.stringify(sortKeys(withoutProse(schema)), withDigits, 2)}\n`;
}

function withDigits(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}n` : value;
}

/** Without the keyword `description`; a property of that name stays, since its value is a schema. */
function withoutProse(value: Json): Json {
  if (isJsonArray(value)) return value.map(withoutProse);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([key, item]) => key !== "description" || typeof item !== "string");
  return jsonObject(kept.map(([key, item]) => [key, withoutProse(item)] as const));
}
