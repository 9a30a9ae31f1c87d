/** A merge patch, as RFC 7386 has it. Pure. */
import { isJsonObject } from "../../protocol/client-message.ts";

/** What `target` becomes: `null` takes a key out, objects are merged, anything else is put in its place. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  const merged: Record<string, unknown> = isJsonObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = mergePatch(merged[key], value);
  }
  return merged;
}
