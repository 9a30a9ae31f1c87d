/**
 * JSON text in and out. Integers beyond 2^53 are never rounded: they are read as `bigint` and written with all their
 * digits. Strings are always well-formed, since a lone surrogate cannot be encoded by a Python peer (PROTOCOL §10.3).
 *
 * The plain `JSON` functions do the work. Only a message that holds such an integer takes the slow way, which lets
 * them pass through as marked strings; that works on every runtime (Node 20 lacks `JSON.rawJSON`).
 */
import { SerializationError } from "../errors/local-errors.ts";

/** Sixteen digits where a JSON integer can start: nothing shorter can be beyond 2^53. May match inside a string. */
const MAY_HOLD_BIG_INTEGER = /(?:^|[:,[\s-])\d{16}/;
/** A JSON string (with the colon behind it when it is a key) or a number. Linear on valid JSON, and only there. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const LARGE_INTEGER = /^-?\d{16,}$/;
/** Python's limit too. Reading an integer takes time that grows faster than its length. */
const MAX_DIGITS = 4300;

/** Starts a marked string. A string that starts with the same character is marked too, so none can pose as a number. */
const MARK = "\u0000";
const MARKED_INTEGER = "\u0000n";
const MARKED_STRING = "\u0000s";
/** How `JSON.stringify` writes the quote and the mark. */
const WRITTEN_MARK = '"\\u0000';

/**
 * Parses JSON. An integer whose digits a `number` would not keep becomes a `bigint`; every other number is a `number`.
 *
 * @throws SyntaxError when the text is not JSON, or has an integer of more than 4300 digits
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return MAY_HOLD_BIG_INTEGER.test(text) ? withBigIntegers(text, value) : value;
}

/** Parses again, if there are such integers. @param text valid JSON @param value what it holds */
function withBigIntegers(text: string, value: unknown): unknown {
  let marked = 0;
  const safe = text.replace(STRING_OR_NUMBER, (token: string, colon: string | undefined) => {
    if (token.startsWith('"')) {
      return colon === undefined && token.startsWith(WRITTEN_MARK) ? `"\\u0000s${token.slice(1)}` : token;
    }
    if (!LARGE_INTEGER.test(token) || String(Number(token)) === token) return token;
    if (token.length > MAX_DIGITS) throw new SyntaxError(`An integer has more than ${MAX_DIGITS} digits`);
    marked += 1;
    return `"\\u0000n${token}"`;
  });
  if (marked === 0) return value;
  return JSON.parse(safe, (_key, member: unknown) => {
    if (typeof member !== "string" || !member.startsWith(MARK)) return member;
    return member.startsWith(MARKED_INTEGER) ? BigInt(member.slice(2)) : member.slice(2);
  });
}

/**
 * Writes compact JSON, as `JSON.stringify` does: members that are `undefined` are left out, numbers that are not
 * finite become `null`. `bigint` values are written as integers.
 *
 * @throws SerializationError for a cyclic value, or one that JSON has no form for
 */
export function stringifyJson(value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    text = stringifyMarked(value, error);
  }
  if (text === undefined) throw new SerializationError(`A ${typeof value} cannot be written as JSON.`);
  // JSON.stringify escapes a surrogate only when it stands alone. A backslash in the text gives a harmless false alarm.
  // Looking for one character first is several times faster on Bun, and most messages hold none.
  return text.includes("\\") && text.includes("\\ud") ? stringifyMarked(value) : text;
}

function stringifyMarked(value: unknown, plainError?: TypeError): string {
  let marked: string;
  try {
    marked = JSON.stringify(value, (_key, member: unknown) => {
      if (typeof member === "bigint") return `${MARKED_INTEGER}${member}`;
      if (typeof member !== "string") return member;
      const wellFormed = member.toWellFormed();
      return wellFormed.startsWith(MARK) ? `${MARKED_STRING}${wellFormed}` : wellFormed;
    });
  } catch (error) {
    throw new SerializationError(`The value cannot be written as JSON: ${String(plainError ?? error)}`, {
      cause: error,
    });
  }
  return marked.replace(STRING_OR_NUMBER, (token: string, colon: string | undefined) => {
    if (colon !== undefined) return token.includes("\\ud") ? token.replace(ESCAPE, wellFormedEscape) : token;
    if (!token.startsWith(WRITTEN_MARK)) return token;
    return token[7] === "n" ? token.slice(8, -1) : `"${token.slice(8)}`;
  });
}

/** A lone surrogate as `JSON.stringify` writes it, or any other escape. */
const ESCAPE = /\\(?:ud[89a-f][0-9a-f]{2}|.)/g;

function wellFormedEscape(escape: string): string {
  return escape.length > 2 ? "\\ufffd" : escape;
}
