/**
 * Where a command's words go. For people, results go to stdout and what is said on the way to stderr; for programs
 * (`--json`), stdout has JSON and stderr has nothing.
 */
import process from "node:process";

import { startSpinner, type Progress } from "./progress.ts";

export class Terminal {
  /** Whether a program reads. */
  readonly json: boolean;
  readonly #color: boolean;

  constructor(json: boolean) {
    this.json = json;
    this.#color = !json && isColorful();
  }

  /** Whether somebody is there to answer. */
  get interactive(): boolean {
    return !this.json && process.stdin.isTTY && process.stdout.isTTY && (process.env["CI"] ?? "") === "";
  }

  /** A line of the result, for people. */
  line(text: string = ""): void {
    if (!this.json) process.stdout.write(`${text}\n`);
  }

  /** The result, for programs. */
  result(value: unknown): void {
    if (this.json) process.stdout.write(`${JSON.stringify(value, printable, 2)}\n`);
  }

  /** One of several results of a command that goes on, for programs: one line each. */
  event(value: unknown): void {
    if (this.json) process.stdout.write(`${JSON.stringify(value, printable)}\n`);
  }

  /** Something worth knowing on the way, for people. */
  note(text: string): void {
    if (!this.json) process.stderr.write(`${text}\n`);
  }

  /** Something that takes long. */
  progress(message: string): Progress {
    const animated = !this.json && process.stderr.isTTY && (process.env["CI"] ?? "") === "";
    return startSpinner(message, { animated, say: (text) => this.note(text) });
  }

  readonly bold = (text: string): string => this.#paint(1, 22, text);
  readonly dim = (text: string): string => this.#paint(2, 22, text);
  readonly red = (text: string): string => this.#paint(31, 39, text);
  readonly green = (text: string): string => this.#paint(32, 39, text);
  readonly yellow = (text: string): string => this.#paint(33, 39, text);

  #paint(on: number, off: number, text: string): string {
    return this.#color ? `\u001B[${on}m${text}\u001B[${off}m` : text;
  }
}

function isColorful(): boolean {
  return (process.env["NO_COLOR"] ?? "") === "" && process.env["TERM"] !== "dumb" && process.stdout.isTTY;
}

/** Integers beyond 2^53 are printed in digits. */
function printable(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
