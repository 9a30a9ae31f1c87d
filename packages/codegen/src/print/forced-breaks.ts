/**
 * What breaks in any case, whether or not it would fit on a line.
 */
import { isList, type Group, type Printable, type PrintableNode } from "./printable.ts";

export class ForcedBreaks {
  readonly #known = new Map<object, boolean>();
  readonly #stuck: ReadonlySet<Group>;

  /** @param stuck sticky groups that an earlier layout has broken */
  constructor(stuck: ReadonlySet<Group>) {
    this.#stuck = stuck;
  }

  /** Whether printing it breaks a line in any case. */
  within(content: Printable): boolean {
    if (typeof content === "string" || typeof content === "number") return false;
    let known = this.#known.get(content);
    // Groups ask again at every level around them.
    if (known === undefined) this.#known.set(content, (known = this.#find(content)));
    return known;
  }

  /** Whether a group cannot be printed on one line. One with alternatives decides for itself. */
  of(group: Group): boolean {
    if (group.broken || this.#stuck.has(group)) return true;
    return this.within(group.alternatives === undefined ? group.content : (group.leading ?? ""));
  }

  #find(content: PrintableNode | readonly Printable[]): boolean {
    if (isList(content)) return content.some((part) => this.within(part));
    switch (content.kind) {
      case "symbol":
        return false;
      case "line":
        return content.hard;
      case "group":
        return this.of(content) || this.within(content.content);
      case "indent":
        return this.within(content.content);
      case "if-broken":
        return this.within(content.broken) || this.within(content.flat);
      case "fill":
        return this.within(content.parts);
    }
  }
}
