/**
 * The `package.json` of generated packages. Written whole when absent; later only what generated code relies on is
 * filled in, and nothing that is there is changed.
 */
import { isJsonObject, jsonObject, member, type Json, type JsonObject } from "../json/json.ts";
import type { PlannedFile } from "../plan/plan.ts";

/** @param essential names of the top-level fields that must not be lacking */
export function packageJson(path: string, content: JsonObject, essential: readonly string[]): PlannedFile {
  return {
    path,
    ownership: "merged",
    content: jsonText(content),
    merge: (existing) => merge(existing, jsonObject(essential.map((key) => [key, member(content, key) ?? null]))),
  };
}

/** As the formatter and the package managers write it. */
export function jsonText(value: JsonObject): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function merge(existing: string, essential: JsonObject): string {
  let parsed: Json;
  try {
    parsed = JSON.parse(existing) as Json;
  } catch {
    // The author is in the middle of something; the package manager will say so.
    return existing;
  }
  if (!isJsonObject(parsed)) return existing;
  const merged = fillIn(parsed, essential);
  return merged === parsed ? existing : jsonText(merged);
}

/** The same object where nothing is missing. */
function fillIn(existing: JsonObject, wanted: JsonObject): JsonObject {
  const changes: [string, Json][] = [];
  for (const [key, value] of Object.entries(wanted)) {
    const found = member(existing, key);
    if (found === undefined) {
      changes.push([key, value]);
    } else if (isJsonObject(found) && isJsonObject(value)) {
      const filled = fillIn(found, value);
      if (filled !== found) changes.push([key, filled]);
    }
  }
  return changes.length === 0 ? existing : jsonObject([...Object.entries(existing), ...changes]);
}
