/**
 * Turns printables into text of at most {@link PRINT_WIDTH} columns where they can break, in the style of this
 * repository's formatter, so that formatting generated code changes nothing.
 *
 * The algorithm is Wadler's, with the two extensions that JavaScript formatters share: a group may hold other forms for
 * when it does not fit, and a fill breaks its separators one by one.
 */
import { ForcedBreaks } from "./forced-breaks.ts";
import { isList, type Fill, type Group, type ImportedSymbol, type Printable } from "./printable.ts";
import { textWidth } from "./text-width.ts";

/** `printWidth` of the formatter's configuration. */
export const PRINT_WIDTH = 120;

/** `settled`: broken, and so is every group around it, none of which has another form to take. */
type Mode = "flat" | "broken" | "settled";

/** One thing still to be printed. */
interface Task {
  readonly depth: number;
  readonly mode: Mode;
  readonly content: Printable;
}

/** Renders a printable; `nameOf` gives the name that a symbol has in the file. */
export function layOut(content: Printable, nameOf: (symbol: ImportedSymbol) => string): string {
  // An object that had to break stays broken when the formatter reads it, which may break what is around it.
  for (let stuck: ReadonlySet<Group> = new Set(); ;) {
    const layout = new Layout(nameOf, stuck);
    const text = layout.run(content);
    if (layout.broken.size === stuck.size) return text;
    stuck = layout.broken;
  }
}

class Layout {
  /** The sticky groups that are broken, but for those with nothing around them that could still break. */
  readonly broken: Set<Group>;
  readonly #nameOf: (symbol: ImportedSymbol) => string;
  readonly #forced: ForcedBreaks;
  readonly #modes = new Map<symbol, Mode>();
  /** The stack of what is left to print, its next task last. */
  readonly #tasks: Task[] = [];
  /** The lines that are complete. Kept apart: a text that grows is copied each time its end is looked at. */
  readonly #lines: string[] = [];
  #line = "";
  #column = 0;

  constructor(nameOf: (symbol: ImportedSymbol) => string, stuck: ReadonlySet<Group>) {
    this.#nameOf = nameOf;
    this.#forced = new ForcedBreaks(stuck);
    this.broken = new Set(stuck);
  }

  run(content: Printable): string {
    this.#tasks.push({ depth: 0, mode: "settled", content });
    for (let task = this.#tasks.pop(); task !== undefined; task = this.#tasks.pop()) this.#print(task);
    return [...this.#lines, this.#line].join("\n");
  }

  #print({ depth, mode, content }: Task): void {
    if (typeof content === "string" || typeof content === "number") return this.#write(String(content));
    if (isList(content)) return this.#pushAll(depth, mode, content);
    switch (content.kind) {
      case "symbol":
        return this.#write(this.#nameOf(content));
      case "line":
        return mode !== "flat" || content.hard ? this.#newLine(depth) : this.#write(content.flat);
      case "indent":
        return this.#push(this.#indented(content.ifBroken) ? depth + 1 : depth, mode, content.content);
      case "if-broken":
        return this.#push(depth, mode, mode === "flat" ? content.flat : content.broken);
      case "group":
        return this.#printGroup(depth, mode, content);
      case "fill":
        return this.#printFill(depth, content);
    }
  }

  #printGroup(depth: number, mode: Mode, group: Group): void {
    const form = this.#formOf(depth, mode, group);
    if (group.id !== undefined) this.#modes.set(group.id, form.mode);
    const isNews = group.sticky === true && !group.broken && form.mode === "broken";
    if (isNews) this.broken.add(group);
    this.#push(depth, form.mode, form.content);
  }

  #formOf(depth: number, mode: Mode, group: Group): { mode: Mode; content: Printable } {
    const broken = this.#forced.of(group);
    if (mode === "flat") return { mode: broken ? "broken" : "flat", content: group.content };
    if (!broken && this.#fits({ depth, mode: "flat", content: group.content })) {
      return { mode: "flat", content: group.content };
    }
    const alternatives = group.alternatives ?? [group.content];
    const fitting = alternatives.slice(0, -1).find((content) => this.#fits({ depth, mode: "flat", content }));
    if (fitting !== undefined) return { mode: "flat", content: fitting };
    return { mode: group.alternatives === undefined ? mode : "broken", content: alternatives.at(-1) ?? group.content };
  }

  #printFill(depth: number, { parts }: Fill): void {
    const [item, separator, ...rest] = parts;
    if (item === undefined) return;
    if (separator !== undefined) {
      const [next] = rest;
      const fits = next === undefined || this.#fits({ depth, mode: "flat", content: [item, separator, next] }, false);
      this.#push(depth, "broken", { kind: "fill", parts: rest });
      this.#push(depth, fits ? "flat" : "broken", separator);
    }
    this.#push(depth, "flat", item);
  }

  /**
   * Whether a task can be printed before the end of the line: up to the first line break that is certain, which may
   * lie in what follows it.
   */
  #fits(task: Task, withRest = true): boolean {
    let room = PRINT_WIDTH - this.#column;
    let following = this.#tasks.length;
    const tasks: Task[] = [task];
    while (room >= 0) {
      const next = tasks.pop() ?? (withRest ? this.#tasks[--following] : undefined);
      if (next === undefined) return true;
      const { depth, mode, content } = next;
      if (typeof content === "string" || typeof content === "number") {
        room -= textWidth(String(content));
      } else if (isList(content)) {
        for (let i = content.length - 1; i >= 0; i--) tasks.push({ depth, mode, content: content[i] ?? "" });
      } else if (content.kind === "symbol") {
        room -= textWidth(this.#nameOf(content));
      } else if (content.kind === "line") {
        if (content.hard || mode !== "flat") return true;
        room -= content.flat.length;
      } else if (content.kind === "fill") {
        tasks.push({ depth, mode, content: content.parts });
      } else if (content.kind === "if-broken") {
        tasks.push({ depth, mode, content: mode === "flat" ? content.flat : content.broken });
      } else if (content.kind === "group") {
        const inner = this.#forced.of(content) ? "broken" : mode;
        tasks.push({
          depth,
          mode: inner,
          content: inner === "flat" ? content.content : (content.alternatives?.at(-1) ?? content.content),
        });
      } else {
        tasks.push({ depth, mode, content: content.content });
      }
    }
    return false;
  }

  #indented(id: symbol | undefined): boolean {
    return id === undefined || (this.#modes.get(id) ?? "flat") !== "flat";
  }

  #push(depth: number, mode: Mode, content: Printable): void {
    this.#tasks.push({ depth, mode, content });
  }

  #pushAll(depth: number, mode: Mode, contents: readonly Printable[]): void {
    for (let i = contents.length - 1; i >= 0; i--) this.#push(depth, mode, contents[i] ?? "");
  }

  #write(text: string): void {
    this.#line += text;
    this.#column += textWidth(text);
  }

  #newLine(depth: number): void {
    this.#lines.push(this.#line.trimEnd());
    this.#line = "  ".repeat(depth);
    this.#column = depth * 2;
  }
}
