/**
 * One generated file, printed into from top to bottom. Imports are collected from what was printed and written once, at
 * the end: none can be forgotten, be left over, or clash with a name of the file.
 */
import { layOut } from "./layout.ts";
import { hardLine, isList, join, type ImportedSymbol, type Printable } from "./printable.ts";
import { stringLiteral } from "./literal.ts";
import { bracedNames } from "./syntax.ts";

/** A name of another module, for {@link GeneratedFile.print}. */
export function importValue(name: string, from: string): ImportedSymbol {
  return { kind: "symbol", name, from, typeOnly: false };
}

/** A type of another module, for {@link GeneratedFile.print}. */
export function importType(name: string, from: string): ImportedSymbol {
  return { kind: "symbol", name, from, typeOnly: true };
}

export class GeneratedFile {
  readonly #header: string;
  readonly #statements: Printable[] = [];
  readonly #declared = new Set<string>();

  /** @param header the comment at the top, complete with its newline */
  constructor(header: string) {
    this.#header = header;
  }

  /** Prints one statement, with an empty line before it. A comment stands directly above. */
  print(comment: Printable | undefined, ...statement: readonly Printable[]): void {
    this.#statements.push(comment === undefined ? statement : [comment, hardLine, statement]);
  }

  /** Tells that the file declares a name, which imports must not take. Returns the name. */
  declare(name: string): string {
    this.#declared.add(name);
    return name;
  }

  toString(): string {
    const imports = new ImportTable(this.#declared);
    for (const statement of this.#statements) imports.collect(statement);
    const body = join([...imports.statements(), ...this.#statements], [hardLine, hardLine]);
    return `${this.#header}${layOut([body, hardLine], (symbol) => imports.nameOf(symbol))}`;
  }
}

interface ImportedModule {
  readonly names: Map<string, { readonly local: string; typeOnly: boolean }>;
}

/** What a file imports: each name once, as a type where only types are needed. */
class ImportTable {
  readonly #taken: Set<string>;
  readonly #modules = new Map<string, ImportedModule>();

  constructor(declared: ReadonlySet<string>) {
    this.#taken = new Set(declared);
  }

  collect(content: Printable): void {
    if (typeof content === "string" || typeof content === "number") return;
    if (isList(content)) return content.forEach((part) => this.collect(part));
    switch (content.kind) {
      case "symbol":
        return this.#add(content);
      case "if-broken":
        return this.collect([content.broken, content.flat]);
      case "fill":
        return this.collect(content.parts);
      case "group":
      case "indent":
        return this.collect(content.content);
      case "line":
    }
  }

  nameOf({ name, from }: ImportedSymbol): string {
    return this.#modules.get(from)?.names.get(name)?.local ?? name;
  }

  /** One block of import statements: packages, then files of the same package. */
  statements(): Printable[] {
    const sorted = [...this.#modules].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const own = sorted.filter(([from]) => from.startsWith("."));
    const packages = sorted.filter(([from]) => !from.startsWith("."));
    return [packages, own]
      .filter((modules) => modules.length > 0)
      .map((modules) =>
        join(
          modules.map(([from, module]) => importStatement(from, module)),
          hardLine,
        ),
      );
  }

  #add({ name, from, typeOnly }: ImportedSymbol): void {
    let module = this.#modules.get(from);
    if (module === undefined) this.#modules.set(from, (module = { names: new Map() }));
    const known = module.names.get(name);
    if (known !== undefined) known.typeOnly &&= typeOnly;
    else module.names.set(name, { local: this.#freeName(name), typeOnly });
  }

  #freeName(name: string): string {
    let local = name;
    for (let n = 1; this.#taken.has(local); n++) local = `${name}$${n}`;
    this.#taken.add(local);
    return local;
  }
}

function importStatement(from: string, { names }: ImportedModule): Printable {
  const sorted = [...names].toSorted(([a], [b]) => compareNames(a, b));
  const typeOnly = sorted.every(([, name]) => name.typeOnly);
  const list = sorted.map(([name, { local, typeOnly: isType }]): Printable => {
    return [isType && !typeOnly ? "type " : "", local === name ? name : `${name} as ${local}`];
  });
  return [typeOnly ? "import type " : "import ", bracedNames(list), " from ", stringLiteral(from), ";"];
}

/** Case only decides between names that are otherwise the same. */
function compareNames(a: string, b: string): number {
  const [lowerA, lowerB] = [a.toLowerCase(), b.toLowerCase()];
  if (lowerA !== lowerB) return lowerA < lowerB ? -1 : 1;
  return a < b ? -1 : 1;
}
