/**
 * Patterns of JSON Schema as regular expressions of JavaScript.
 */

/** The flags a pattern compiles with: `u` where it can, as JSON Schema recommends. `undefined` when it cannot at all. */
export function regExpFlags(pattern: string): "u" | "" | undefined {
  for (const flags of ["u", ""] as const) {
    try {
      void new RegExp(pattern, flags);
      return flags;
    } catch {
      // Not valid with these flags.
    }
  }
  return undefined;
}

export function toRegExp(pattern: string): RegExp | undefined {
  const flags = regExpFlags(pattern);
  return flags === undefined ? undefined : new RegExp(pattern, flags);
}

const UNSAFE = /\\[^]|\/|[\n\r\u2028\u2029]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  "/": "\\/",
  "\n": "\\n",
  "\r": "\\r",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** Whether the formatter counts a regular expression as short: five characters at most, without slashes and flags. */
export function isShortRegExp(literal: string): boolean {
  return literal.lastIndexOf("/") <= 6;
}

/** `/pattern/u`. The pattern cannot end the literal. `undefined` when JavaScript does not understand it. */
export function regExpLiteral(pattern: string): string | undefined {
  const flags = regExpFlags(pattern);
  if (flags === undefined) return undefined;
  const body = pattern.replace(UNSAFE, (found) => {
    const escaped = found.length > 1 ? ESCAPES[found.slice(1)] : ESCAPES[found];
    return escaped ?? found;
  });
  return `/${body === "" ? "(?:)" : body}/${flags}`;
}
