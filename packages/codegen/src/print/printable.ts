/**
 * What an emitter prints: text, symbols of other modules, and marks where a line may break. Printables are plain data;
 * nothing is decided before the whole file is known (see generated-file.ts and layout.ts).
 */

/** Something printed. Arrays are printed one after the other. */
export type Printable = string | number | PrintableNode | readonly Printable[];

export type PrintableNode = ImportedSymbol | Line | Group | Indent | IfBroken | Fill;

/** A name exported by another module: the file imports it where it is printed. */
export interface ImportedSymbol {
  readonly kind: "symbol";
  readonly name: string;
  readonly from: string;
  readonly typeOnly: boolean;
}

/** A place where the line may break: a space, or nothing, unless the group around it is broken. */
export interface Line {
  readonly kind: "line";
  readonly flat: "" | " ";
  /** Breaks always, and every group around it. */
  readonly hard: boolean;
}

/** Content that is printed on one line where it fits, else with all its lines broken. */
export interface Group {
  readonly kind: "group";
  readonly content: Printable;
  readonly broken: boolean;
  /** Printed instead when the content does not fit on one line: the first that fits, else the last, broken. */
  readonly alternatives?: readonly Printable[] | undefined;
  /** When this part of the content must break, the last alternative is taken at once. */
  readonly leading?: Printable | undefined;
  /** Once broken, always broken: the formatter keeps an object broken whose first member starts a line. */
  readonly sticky?: boolean | undefined;
  /** By which {@link IfBroken} and {@link Indent} refer to it. */
  readonly id?: symbol | undefined;
}

/** Content whose lines are two spaces further in; with an id only if the group of that id is broken. */
export interface Indent {
  readonly kind: "indent";
  readonly content: Printable;
  readonly ifBroken?: symbol | undefined;
}

/** Content that depends on whether the group around it is broken. */
export interface IfBroken {
  readonly kind: "if-broken";
  readonly broken: Printable;
  readonly flat: Printable;
}

/** Items that share lines: each separator breaks only where the next item does not fit. */
export interface Fill {
  readonly kind: "fill";
  /** Items and separators in turn. */
  readonly parts: readonly Printable[];
}

/** A space, or a line break in a broken group. */
export const line: Line = { kind: "line", flat: " ", hard: false };
/** Nothing, or a line break in a broken group. */
export const softLine: Line = { kind: "line", flat: "", hard: false };
/** A line break. */
export const hardLine: Line = { kind: "line", flat: "", hard: true };

export function group(content: Printable, options: Partial<Omit<Group, "kind" | "content">> = {}): Group {
  return { kind: "group", content, broken: false, ...options };
}

export function indent(content: Printable, ifBroken?: symbol): Indent {
  return { kind: "indent", content, ifBroken };
}

export function ifBroken(broken: Printable, flat: Printable = ""): IfBroken {
  return { kind: "if-broken", broken, flat };
}

/** Items with a separator between them. */
export function join(items: readonly Printable[], separator: Printable): Printable[] {
  return items.flatMap((item, index) => (index === 0 ? [item] : [separator, item]));
}

/** `Array.isArray` that narrows a readonly array too. */
export function isList(content: Printable): content is readonly Printable[] {
  return Array.isArray(content);
}
