/**
 * JSON values as TypeScript, in the formatter's style. Text from a schema cannot end the string it stands in.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../json/json.ts";
import { isIdentifier } from "./identifier.ts";
import { bracketed, objectLiteral } from "./syntax.ts";
import { textWidth } from "./text-width.ts";
import { group, indent, line, type Printable } from "./printable.ts";

/** Keys of fewer columns keep a long string beside them. */
const LEAST_KEY_WIDTH = 5;

/** A string literal, in the quotes that need fewer escapes. */
export function stringLiteral(text: string): string {
  const plain = JSON.stringify(text);
  const json = /[\u2028\u2029]/.test(plain)
    ? plain.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")
    : plain;
  if (!text.includes('"')) return json;
  const doubles = text.split('"').length;
  const singles = text.split("'").length;
  if (doubles <= singles) return json;
  return `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** The name of a property in an interface. */
export function propertyName(name: string): string {
  return isIdentifier(name) ? name : stringLiteral(name);
}

/** The key of an object literal. `__proto__` is computed: written plainly it would set the prototype. */
export function objectKey(name: string): string {
  return name === "__proto__" ? '["__proto__"]' : propertyName(name);
}

/** `key: value`. A long string goes to the next line, unless the key is so short that nothing would be gained. */
export function objectMember(key: string, value: Printable): Printable {
  const isString = typeof value === "string" && /^["']/.test(value);
  if (!isString || textWidth(key) < LEAST_KEY_WIDTH) return [key, ": ", value];
  return [key, ":", group(indent([line, value]))];
}

/** Any JSON value. Objects break only where they do not fit, or where `spread` asks for it. */
export function jsonLiteral(value: Json, spread: (path: readonly string[]) => boolean = () => false): Printable {
  return literalAt(value, [], spread);
}

function literalAt(value: Json, path: readonly string[], spread: (path: readonly string[]) => boolean): Printable {
  if (typeof value === "string") return stringLiteral(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "number") return numberLiteral(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (isJsonArray(value)) {
    const items = value.map((item, index) => literalAt(item, [...path, String(index)], spread));
    if (items.length > 1 && value.every((item) => typeof item === "number")) return numberList(items);
    return bracketed("[", items, "]", { broken: isTable(value) });
  }
  const members = Object.entries(value).map(([key, member]) =>
    objectMember(objectKey(key), literalAt(member, [...path, key], spread)),
  );
  return objectLiteral(members, { broken: spread(path) });
}

/** As the formatter writes numbers: no `+` in the exponent. */
function numberLiteral(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value).replace("e+", "e");
}

function numberList(items: readonly Printable[]): Printable {
  const parts = items.flatMap((item, index): Printable[] => (index === 0 ? [item] : [[",", line], item]));
  return bracketed("[", [{ kind: "fill", parts: withCommas(parts) }], "]");
}

/** Moves each comma from its separator to the item before it, where it must stay when the separator breaks. */
function withCommas(parts: readonly Printable[]): Printable[] {
  return parts.map((part, index) => {
    if (index % 2 === 1) return line;
    return index === parts.length - 1 ? part : [part, ","];
  });
}

/** Rows of a table: the formatter breaks a list of several objects, or of several lists, that hold more than one thing. */
function isTable(value: readonly Json[]): boolean {
  if (value.length < 2) return false;
  return value.every(isLongObject) || value.every((item) => isJsonArray(item) && item.length > 1);
}

function isLongObject(item: Json): item is JsonObject {
  return isJsonObject(item) && Object.keys(item).length > 1;
}
