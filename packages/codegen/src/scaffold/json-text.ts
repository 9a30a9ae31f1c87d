/**
 * JSON files in the formatter's style: members on lines of their own, lists on one line where they fit.
 */
import { isJsonArray, isJsonObject, type Json } from "../json/json.ts";
import { layOut } from "../print/layout.ts";
import { group, hardLine, indent, join, line, softLine, type Printable } from "../print/printable.ts";

/** Ends with a newline. */
export function jsonText(value: Json): string {
  return layOut([print(value), hardLine], ({ name }) => name);
}

function print(value: Json): Printable {
  if (isJsonArray(value)) {
    if (value.length === 0) return "[]";
    return group(["[", indent([softLine, join(value.map(print), [",", line])]), softLine, "]"]);
  }
  if (!isJsonObject(value)) return typeof value === "bigint" ? value.toString() : JSON.stringify(value);
  const members = Object.entries(value).map(([key, item]): Printable => [JSON.stringify(key), ": ", print(item)]);
  if (members.length === 0) return "{}";
  return ["{", indent([hardLine, join(members, [",", hardLine])]), hardLine, "}"];
}
