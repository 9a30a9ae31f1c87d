/**
 * JSON values and texts as Python. Text from a schema cannot end the string or docstring that it stands in, nor bring
 * characters into the file that an editor would not show.
 */
import { isJsonArray, isJsonObject, type Json } from "../json/json.ts";
import { hardLine, join, type Printable } from "../print/printable.ts";
import { called } from "./syntax.ts";

/** Controls, separators, marks of direction, and halves of surrogate pairs. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Co}]/gu;

/** A string literal in double quotes, on one line. */
export function pythonString(text: string): string {
  return `"${escapeText(text).replaceAll('"', '\\"')}"`;
}

/** A docstring of this text, or nothing when it is blank. */
export function docstring(text: string | undefined): Printable | undefined {
  // Half a surrogate pair is no text to Python; in prose it is replaced.
  const lines = (text ?? "")
    .toWellFormed()
    .trim()
    .split(/\r\n|[\n\r\u2028\u2029\v\f]/);
  const [first = "", ...rest] = lines.map((line) => escapeText(line.trimEnd()).replaceAll('"', '\\"'));
  if (first === "" && rest.length === 0) return undefined;
  // Quotes are escaped only where three would meet, or one would touch the end.
  const shown = [first, ...rest].map((line) => line.replaceAll(/\\"(?!\\"|$)/g, '"'));
  if (rest.length === 0) return `"""${shown.join("")}"""`;
  return join([`"""${shown[0] ?? ""}`, ...shown.slice(1), '"""'], hardLine);
}

/** Any JSON value. */
export function pythonValue(value: Json): Printable {
  if (value === null) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (typeof value === "string") return pythonString(value);
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "number") return Object.is(value, -0) ? "-0.0" : String(value).replace("e+", "e");
  if (isJsonArray(value)) return called("[", value.map(pythonValue), "]");
  if (!isJsonObject(value)) return "None";
  const members = Object.entries(value).map(([key, item]): Printable => [pythonString(key), ": ", pythonValue(item)]);
  return called("{", members, "}");
}

/** A number where Python is to see a `float`. */
export function pythonFloat(value: number | bigint): string {
  const text = String(value).replace("e+", "e");
  if (Object.is(value, -0)) return "-0.0";
  return /[.e]/.test(text) ? text : `${text}.0`;
}

function escapeText(text: string): string {
  return text.replaceAll("\\", "\\\\").replace(UNSEEN, escapeCharacter);
}

function escapeCharacter(character: string): string {
  const short = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code <= 0xffff ? `\\u${code.toString(16).padStart(4, "0")}` : `\\U${code.toString(16).padStart(8, "0")}`;
}
