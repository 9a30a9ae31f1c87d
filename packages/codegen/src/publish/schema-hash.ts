/**
 * The hash that says whether two environments have the same schemas.
 */
import { createHash } from "node:crypto";
import { canonicalJson, type Json } from "../json/json.ts";

/** `sha256:` and the hex digest over the canonical JSON, in UTF-8. */
export function schemaHash(schemas: Json): string {
  return `sha256:${createHash("sha256").update(canonicalJson(schemas)).digest("hex")}`;
}
