/**
 * Doc comments from texts of a schema. Nothing in such a text can end the comment or turn into a tag.
 */
import { hardLine, join, type Printable } from "./printable.ts";

const LINE_BREAK = /\r\n|[\n\r\u2028\u2029\v\f]/;
// Control characters would be invisible, and a NUL makes tools treat the file as binary.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000e-\u001f\u007f]/g;

/** A doc comment of these paragraphs and tag lines, or nothing when all are empty. */
export function docComment(text: string | undefined, tags: readonly string[] = []): Printable | undefined {
  const lines = [...textLines(text ?? ""), ...tags];
  const [first] = lines;
  if (first === undefined) return undefined;
  if (lines.length === 1) return `/** ${first} */`;
  return join(["/**", ...lines.map((text) => (text === "" ? " *" : ` * ${text}`)), " */"], hardLine);
}

function textLines(text: string): string[] {
  return text.trim() === ""
    ? []
    : text
        .trim()
        .split(LINE_BREAK)
        .map((part) => escape(part.trimEnd()));
}

function escape(text: string): string {
  return text
    .toWellFormed()
    .replace(CONTROL, " ")
    .replaceAll("*/", "*\\/")
    .replace(/^(\s*)@/, "$1\\@");
}
