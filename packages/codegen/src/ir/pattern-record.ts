/**
 * Closed objects that only name their keys by one pattern: they are records, though JSON Schema writes them as objects.
 */
import type { ObjectNode, RecordNode } from "./node.ts";

export function patternRecord(node: ObjectNode): RecordNode | undefined {
  const { properties, patterns = [], unknownKeys, base, minProperties, maxProperties, source } = node;
  const [only] = patterns;
  const isRecord = properties.length === 0 && patterns.length === 1 && unknownKeys === "reject" && base === undefined;
  if (!isRecord || only === undefined) return undefined;
  return {
    kind: "record",
    keys: { kind: "string", patterns: [only.pattern], source },
    values: only.node,
    source,
    ...(minProperties === undefined ? {} : { minProperties }),
    ...(maxProperties === undefined ? {} : { maxProperties }),
  };
}
