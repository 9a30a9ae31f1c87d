/**
 * Regular expressions of ECMAScript as Python's `re` understands them, with the flag `re.ASCII`.
 */
const SPACES = " \\t\\n\\v\\f\\r\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff";
const ANY = "[^\\n\\r\\u2028\\u2029]";
const TOKEN =
  /\\u\{([0-9a-fA-F]+)\}|\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|\\c([A-Za-z])|\\k<([^>]*)>|\\[^]|\(\?<(?![=!])|\(\?<[=!]|\[\^?\]?|[^]/gu;

/** `undefined` for what Python cannot say: properties of Unicode, looking behind, the negation of spaces in a class. */
export function pythonPattern(pattern: string): string | undefined {
  let inClass = false;
  let previous = "";
  let result = "";
  for (const match of pattern.matchAll(TOKEN)) {
    const piece = inClass ? inClassPiece(match, previous) : outsidePiece(match);
    if (piece === undefined) return undefined;
    const [token] = match;
    if (inClass) inClass = token !== "]" && !/^\[.*\]$/.test(token);
    else inClass = token.startsWith("[") && !token.endsWith("]");
    previous = token;
    result += piece;
  }
  return result;
}

function outsidePiece(match: RegExpMatchArray): string | undefined {
  const [token, , , , , name] = match;
  switch (token) {
    case "$":
      return "\\Z";
    case ".":
      return ANY;
    case "[]":
      return "(?!)";
    case "[^]":
      return "[\\s\\S]";
    case "\\s":
      return `[${SPACES}]`;
    case "\\S":
      return `[^${SPACES}]`;
    case "(?<":
      return "(?P<";
    case "(?<=":
    case "(?<!":
      return undefined;
  }
  return name === undefined ? escaped(match) : `(?P=${name})`;
}

function inClassPiece(match: RegExpMatchArray, previous: string): string | undefined {
  const [token] = match;
  if (token === "\\s") return SPACES;
  if (token === "\\S") return undefined;
  // Python reserves these for sets of sets.
  if (token.startsWith("[")) return `\\${token}`;
  if ("&~|-".includes(token) && token === previous) return `\\${token}`;
  return token.startsWith("(?<") ? token : escaped(match);
}

function escaped([token, braced, high, low, control]: RegExpMatchArray): string | undefined {
  if (braced !== undefined) return codePoint(Number.parseInt(braced, 16));
  if (high !== undefined && low !== undefined) {
    return codePoint(0x1_00_00 + ((Number.parseInt(high, 16) & 0x3_ff) << 10) + (Number.parseInt(low, 16) & 0x3_ff));
  }
  if (control !== undefined) return codePoint(control.charCodeAt(0) % 32);
  if (/^\\[pPk]/.test(token)) return undefined;
  if (token === "\\/") return "/";
  return token === "\\0" ? "\\x00" : token;
}

function codePoint(code: number): string {
  return `\\U${code.toString(16).padStart(8, "0")}`;
}
