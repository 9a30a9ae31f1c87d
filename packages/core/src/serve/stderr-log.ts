/**
 * The log of a server on stderr. A program has one for warnings and failures; a server in somebody's own program is silent
 * unless `OPENENV_LOG` asks for one.
 */
import process from "node:process";
import { inspect } from "node:util";

import { InvalidArgumentError } from "../errors/local-errors.ts";
import { OpenEnvError } from "../errors/openenv-error.ts";
import type { Logger } from "../server/logger.ts";

type Facts = Readonly<Record<string, unknown>>;
type Variables = Readonly<Record<string, string | undefined>>;

/** From the most to the least that is written. */
const LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LEVELS)[number];

/** `text` is for people, `json` is one object a line. */
const FORMATS = ["text", "json"] as const;
export type LogFormat = (typeof FORMATS)[number];

/**
 * The logger that the variables `OPENENV_LOG` (a level) and `OPENENV_LOG_FORMAT` ask for, or `undefined`.
 *
 * @param fallback level where `OPENENV_LOG` is not set
 * @throws InvalidArgumentError for another level or format, naming the variable
 */
export function loggerFromVariables(variables: Variables = process.env, fallback?: LogLevel): Logger | undefined {
  const level = oneOf(LEVELS, "OPENENV_LOG", variables) ?? fallback;
  const format = oneOf(FORMATS, "OPENENV_LOG_FORMAT", variables) ?? "text";
  return level === undefined || level === "silent" ? undefined : stderrLogger(level, format);
}

/** Writes records of a level and above; a failure with its stack and all its causes. */
export function stderrLogger(level: LogLevel, format: LogFormat = "text"): Logger {
  const line = format === "json" ? jsonLine : textLine;
  const from = LEVELS.indexOf(level);
  const at = (own: Exclude<LogLevel, "silent">): Logger["info"] => {
    if (LEVELS.indexOf(own) < from) return () => {};
    return (message, facts = {}) => void process.stderr.write(`${line(own, message, facts)}\n`);
  };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

function textLine(level: LogLevel, message: string, { error, ...facts }: Facts): string {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined && value !== null);
  const suffix = known.map(([name, value]) => ` ${name}=${String(value)}`).join("");
  const shown = level === "error" ? inspect(error) : error instanceof Error ? error.message : String(error);
  return `${level === "warn" ? "warning" : level}: ${message}${suffix}${error === undefined ? "" : ` ${shown}`}`;
}

function jsonLine(level: LogLevel, message: string, { error, ...facts }: Facts): string {
  const record = { time: new Date().toISOString(), level, message, ...facts };
  return JSON.stringify(error === undefined ? record : { ...record, error: plainError(error) });
}

function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  const code = error instanceof OpenEnvError ? error.code : undefined;
  return { name, message, code, stack, ...(cause !== undefined && { cause: plainError(cause) }) };
}

function oneOf<T extends string>(allowed: readonly T[], name: string, variables: Variables): T | undefined {
  const value = variables[name]?.toLowerCase();
  if (value === undefined || value === "") return undefined;
  const found = allowed.find((each) => each === value);
  if (found !== undefined) return found;
  throw new InvalidArgumentError(name, `${name} is "${value}". It must be one of ${allowed.join(", ")}.`);
}
