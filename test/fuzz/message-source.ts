/**
 * Makes messages that a peer might send: right ones, nearly right ones, and noise. The same seed makes the same ones.
 */

export type Random = () => number;

/** A message as it goes on the wire: text, or bytes for a binary frame. */
export type FuzzMessage = string | Uint8Array;

const templates = [
  '{"type":"reset"}',
  '{"type":"reset","data":{"seed":7,"episode_id":"e-1","start":3}}',
  '{"type":"step","data":{"op":"now"}}',
  '{"type":"step","data":{"op":"soon","text":"grüße 🙂"}}',
  '{"type":"step","data":{"op":"later","metadata":{"a":[1,2,{"b":null}]}}}',
  '{"type":"step","data":{"op":"throw"}}',
  '{"type":"step","data":{"op":"reject","text":"\\u0000n1"}}',
  '{"type":"step","data":{"op":"odd"}}',
  '{"type":"state"}',
  '{"type":"close","data":{}}',
  '{"type":"mcp","data":{"jsonrpc":"2.0","id":1,"method":"tools/list"}}',
  '{"type":"mcp","data":{"jsonrpc":"2.0","id":"a","method":"openenv/session/create","params":{}}}',
  '{"type":"mcp","data":{"jsonrpc":"2.0","method":"openenv/session/close","params":{"session_id":"x"}}}',
];

/** What keys and values are made of, hostile ones among them. */
const words = [
  "type",
  "data",
  "op",
  "text",
  "metadata",
  "seed",
  "episode_id",
  "start",
  "id",
  "method",
  "params",
  "session_id",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "",
  "reset",
  "step",
  "state",
  "now",
  "soon",
  "\u0000n1",
  "\u0000s",
  "\ud800",
  "🙂",
  "'",
  '"',
  "\\",
  "a".repeat(2000),
  "null",
  "-0",
  "NaN",
  "\u2028",
];

const scalars = [
  "null",
  "true",
  "false",
  "0",
  "-0",
  "1",
  "7.5",
  "1e400",
  "1e-400",
  "9007199254740993",
  "10000000000000000",
  "-12345678901234567890",
  "0.1",
  '"7"',
  '""',
  '"\\ud800"',
  '"\\u0000n5"',
  '"text"',
  '"now"',
  '"\\u0000"',
];

/** Bytes that mean something to a JSON reader. */
const punctuation = '{}[]:,"\\ntrue0123456789.eE+- \t\n\u0000é';

export class MessageSource {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Any message; now and then a right one, never the one that closes. */
  next(): FuzzMessage {
    for (;;) {
      const message = this.#any();
      if (!isClose(message)) return message;
    }
  }

  #any(): FuzzMessage {
    const dice = this.#random();
    if (dice < 0.3) return this.pick(templates);
    if (dice < 0.65) return this.#mutated(this.pick(templates));
    if (dice < 0.8) return this.#envelope();
    if (dice < 0.88) return this.#value(0);
    if (dice < 0.94) return this.#bytes();
    return this.#noise();
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T;
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  /** One to four small changes. */
  #mutated(text: string): string {
    let changed = text;
    for (let change = this.below(4); change >= 0; change -= 1) changed = this.#change(changed);
    return changed;
  }

  #change(text: string): string {
    const at = this.below(text.length + 1);
    const end = at + this.below(Math.min(20, text.length - at + 1));
    const part = text.slice(at, end);
    switch (this.below(7)) {
      case 0:
        return text.slice(0, at) + text.slice(end);
      case 1:
        return text.slice(0, end) + part + text.slice(end);
      case 2:
        return text.slice(0, at) + this.pick([...punctuation]) + text.slice(at);
      case 3:
        return text.slice(0, at) + this.pick([...punctuation]) + text.slice(at + 1);
      case 4:
        return text.replace(/"(?:[^"\\]|\\.)*"/g, (found) =>
          this.#random() < 0.2 ? JSON.stringify(this.pick(words)) : found,
        );
      case 5:
        return text.replace(/(?<=:)(?:-?\d+|"[^"]*"|null|true|false)/, () => this.#value(1));
      default:
        return text.slice(0, at);
    }
  }

  #envelope(): string {
    const type =
      this.#random() < 0.8
        ? JSON.stringify(this.pick(["reset", "step", "state", "mcp", "close", "other"]))
        : this.#value(2);
    const extra = this.#random() < 0.2 ? `,${JSON.stringify(this.pick(words))}:${this.#value(1)}` : "";
    return `{"type":${type},"data":${this.#random() < 0.7 ? this.#object(0) : this.#value(0)}${extra}}`;
  }

  #value(depth: number): string {
    const dice = this.#random();
    if (depth > 4 || dice < 0.5) return this.pick(scalars);
    if (dice < 0.6) return JSON.stringify(this.pick(words));
    if (dice < 0.62) return "[".repeat(300) + "]".repeat(300);
    if (dice < 0.8) return `[${Array.from({ length: this.below(4) }, () => this.#value(depth + 1)).join(",")}]`;
    return this.#object(depth);
  }

  #object(depth: number): string {
    const members = Array.from(
      { length: this.below(5) },
      () => `${JSON.stringify(this.pick(words))}:${this.#value(depth + 1)}`,
    );
    return `{${members.join(",")}}`;
  }

  #bytes(): Uint8Array {
    if (this.#random() < 0.5) return new TextEncoder().encode(this.pick(templates));
    return Uint8Array.from({ length: this.below(60) }, () => this.below(256));
  }

  #noise(): string {
    return Array.from({ length: this.below(80) }, () => this.pick([...punctuation])).join("");
  }
}

/** Whether a server would take it for the end of its session. */
function isClose(message: FuzzMessage): boolean {
  try {
    const text = typeof message === "string" ? message : new TextDecoder("utf-8", { fatal: true }).decode(message);
    const value = JSON.parse(text) as { type?: unknown } | null;
    return value?.type === "close" && Object.keys(value).length === 1;
  } catch {
    return false;
  }
}
