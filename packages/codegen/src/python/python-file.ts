/**
 * One generated module of Python, printed into from top to bottom. As in TypeScript, imports are collected from what was
 * printed, so none can be forgotten or left over. Names that a schema gives avoid those that modules import: see names.ts.
 */
import { layOut } from "../print/layout.ts";
import { hardLine, isList, join, type ImportedSymbol, type Printable } from "../print/printable.ts";
import { docstring } from "./literal.ts";
import { called } from "./syntax.ts";

const STANDARD: ReadonlySet<string> = new Set(["collections.abc", "re", "typing"]);

/** A name of another module. One of the same package starts with a dot. */
export function python(name: string, from: string): ImportedSymbol {
  return { kind: "symbol", name, from, typeOnly: false };
}

export class PythonFile {
  readonly #header: string;
  readonly #about: string;
  readonly #statements: Printable[] = [];
  readonly #used: Printable[] = [];

  /** @param about the docstring of the module */
  constructor(header: string, about: string) {
    this.#header = header;
    this.#about = about;
  }

  /** Prints a class, a function or an assignment at the top level. */
  print(...statement: readonly Printable[]): void {
    this.#statements.push(statement);
  }

  /** Imports what is not printed, or printed in a string. */
  use(content: Printable): void {
    this.#used.push(content);
  }

  toString(): string {
    const modules = new Map<string, Set<string>>();
    collect([this.#used, this.#statements], modules);
    const head = [docstring(this.#about) ?? "", "from __future__ import annotations", ...importBlocks(modules)];
    const body = join(this.#statements, [hardLine, hardLine, hardLine]);
    const content = [join(head, [hardLine, hardLine]), hardLine, hardLine, hardLine, body, hardLine];
    return `${this.#header}${layOut(content, ({ name }) => name)}`;
  }
}

function collect(content: Printable, modules: Map<string, Set<string>>): void {
  if (typeof content === "string" || typeof content === "number") return;
  if (isList(content)) return content.forEach((part) => collect(part, modules));
  switch (content.kind) {
    case "symbol":
      modules.set(content.from, (modules.get(content.from) ?? new Set()).add(content.name));
      return;
    case "if-broken":
      return collect([content.broken, content.flat], modules);
    case "fill":
      return collect(content.parts, modules);
    case "group":
    case "indent":
      return collect(content.content, modules);
    case "line":
  }
}

/** The standard library, packages, this package. */
function importBlocks(modules: ReadonlyMap<string, ReadonlySet<string>>): Printable[] {
  const sorted = [...modules].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const own = sorted.filter(([from]) => from.startsWith("."));
  const standard = sorted.filter(([from]) => STANDARD.has(from));
  const packages = sorted.filter(([from]) => !from.startsWith(".") && !STANDARD.has(from));
  return [standard, packages, own]
    .filter((block) => block.length > 0)
    .map((block) =>
      join(
        block.map(([from, names]) => importStatement(from, [...names].toSorted())),
        hardLine,
      ),
    );
}

function importStatement(from: string, names: readonly string[]): Printable {
  const flat = `from ${from} import ${names.join(", ")}`;
  return flat.length <= 120 ? flat : called(`from ${from} import (`, names, ")", true);
}
