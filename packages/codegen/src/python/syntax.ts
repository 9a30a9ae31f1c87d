/**
 * The few pieces of Python syntax that break over lines, as its formatters lay them out.
 */
import { group, hardLine, ifBroken, indent, join, line, softLine, type Printable } from "../print/printable.ts";

/** Four spaces further in. */
export function inner(content: Printable): Printable {
  return indent(indent(content));
}

/** A comma list in brackets, with a comma behind the last item when it is broken. */
export function called(open: Printable, items: readonly Printable[], close: Printable, broken = false): Printable {
  if (items.length === 0) return [open, close];
  return group([open, inner([softLine, join(items, [",", line])]), ifBroken(","), softLine, close], { broken });
}

/** `class …:`, `def …:` or `if …:` with what is in it; sections are set apart by an empty line. */
export function suite(head: Printable, sections: readonly (Printable | undefined)[]): Printable {
  const printed = sections.filter((section) => section !== undefined);
  const body = printed.length === 0 ? ["..."] : printed;
  return [head, ":", inner([hardLine, join(body, [hardLine, hardLine])])];
}

/** Statements, one on each line. */
export function statements(lines: readonly Printable[]): Printable {
  return join(lines, hardLine);
}
