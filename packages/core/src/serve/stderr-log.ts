/** The log of a server that runs as a program: warnings and failures on stderr, what goes well in silence. */
import process from "node:process";
import { inspect } from "node:util";

import type { Logger } from "../server/logger.ts";

type Facts = Readonly<Record<string, unknown>>;

/** Writes one entry for each warning, and each failure with its stack and all its causes. */
export const stderrLog: Logger = {
  debug() {},
  info() {},
  warn: (message, facts) => write("warning", message, facts, errorText),
  error: (message, facts) => write("error", message, facts, inspect),
};

function write(level: string, message: string, facts: Facts = {}, show: (error: unknown) => string): void {
  const { error, ...others } = facts;
  const known = Object.entries(others).filter(([, value]) => value !== undefined && value !== null);
  const suffix = known.map(([name, value]) => ` ${name}=${String(value)}`).join("");
  const cause = error === undefined ? "" : ` ${show(error)}`;
  process.stderr.write(`${level}: ${message}${suffix}${cause}\n`);
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
