/**
 * The last part of what a process writes. Takes chunks as they come and keeps a bounded number of characters.
 */

/** The whole kept text, in UTF-16 units. */
const KEPT = 256 * 1024;

/** Lines shown in an error. */
const SHOWN_LINES = 20;

export class LogTail {
  #text = "";

  append(chunk: string): void {
    this.#text += chunk;
    // Cut in one go now and then, not with every chunk.
    if (this.#text.length > 2 * KEPT) this.#text = this.#text.slice(-KEPT);
  }

  /** Everything kept. */
  get text(): string {
    return this.#text.length > KEPT ? this.#text.slice(-KEPT) : this.#text;
  }
}

/** The last lines of a log, for an error: without empty ones at the end, and each at most 500 characters long. */
export function lastLines(log: string, count: number = SHOWN_LINES): string {
  return log
    .trimEnd()
    .split(/\r?\n/)
    .slice(-count)
    .map((line) => (line.length > 500 ? `${line.slice(0, 500)}…` : line))
    .join("\n");
}
