/**
 * The few pieces of TypeScript syntax that break over lines, laid out as the formatter does.
 */
import { group, hardLine, ifBroken, indent, join, line, softLine, type Printable } from "./printable.ts";

interface BreakOptions {
  /** Breaks even where it would fit. */
  readonly broken?: boolean | undefined;
}

/** A comma list in brackets, with a comma behind the last item when it is broken. */
export function bracketed(
  open: Printable,
  items: readonly Printable[],
  close: Printable,
  { broken = false }: BreakOptions = {},
): Printable {
  if (items.length === 0) return [open, close];
  return group([open, indent([softLine, join(items, [",", line])]), ifBroken(","), softLine, close], { broken });
}

/** `{ a: 1, b: 2 }`, as an expression. */
export function objectLiteral(members: readonly Printable[], { broken = false }: BreakOptions = {}): Printable {
  if (members.length === 0) return "{}";
  return group(["{", indent([line, join(members, [",", line])]), ifBroken(","), line, "}"], { broken, sticky: true });
}

/** `{ a: string; b: number }`, as a type. */
export function objectType(members: readonly Printable[], { broken = false }: BreakOptions = {}): Printable {
  if (members.length === 0) return "{}";
  return group(["{", indent([line, join(members, [";", line])]), ifBroken(";"), line, "}"], { broken, sticky: true });
}

/** Statements or members in braces, one on each line. */
export function block(head: Printable, lines: readonly Printable[]): Printable {
  if (lines.length === 0) return [head, " {}"];
  return [head, " {", indent([hardLine, join(lines, hardLine)]), hardLine, "}"];
}

/** `const NAME: TYPE = VALUE;` with a break behind the `=` where the value does not even start on the line. */
export function assignment(left: Printable, value: Printable): Printable {
  const id = Symbol("value");
  return [group(left), " =", group(indent(line), { id }), indent(group(value), id), ";"];
}

/** `{ a, type B }` of an import or export. */
export function bracedNames(names: readonly Printable[]): Printable {
  return group(["{", indent([line, join(names, [",", line])]), ifBroken(","), line, "}"]);
}
