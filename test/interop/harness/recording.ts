/** What the kit has recorded of the original (kit/README.md, "Recordings"), and how something else compares with it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseJson } from "@openenv/core/protocol";
import { type TwinName, twinNames } from "../twins.ts";

const kit = join(import.meta.dirname, "../kit");

/** One message, or one close. */
export interface Line {
  readonly dir: "c2s" | "s2c";
  /** An object, or text that is none. */
  readonly frame?: unknown;
  readonly close?: number;
  /** Which socket, where there are several. */
  readonly conn?: string;
}

export interface Transcript {
  readonly file: string;
  readonly env: TwinName;
  /** `/ws`, with or without a query. */
  readonly path: string;
  readonly title: string;
  readonly maxSessions: number | undefined;
  readonly lines: readonly Line[];
}

export interface Exchange {
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly content_type?: string;
    readonly body?: unknown;
  };
  readonly response: { readonly status: number; readonly content_type: string; readonly body?: unknown };
}

/** All transcripts of environments that have a twin. */
export function transcripts(): Transcript[] {
  const index = read("transcripts/index.json") as (Omit<Transcript, "lines" | "maxSessions"> & {
    max_sessions?: number;
  })[];
  return index
    .filter(({ env }) => twinNames.includes(env))
    .map(({ file, env, path, title, max_sessions: maxSessions }) => {
      return { file, env, path, title, maxSessions, lines: linesOf(file) };
    });
}

/** All recorded requests to the server of an environment. */
export function exchanges(env: TwinName): Exchange[] {
  return read(`http/${env}.json`) as Exchange[];
}

/**
 * The places where `actual` is not what was recorded, such as `data.errors.0.type: "int_type" instead of "int_parsing"`.
 * Numbers are compared by value.
 */
export function differences(recorded: unknown, actual: unknown, at = ""): string[] {
  if (typeof recorded === "string" && PLACEHOLDER.test(recorded)) {
    return typeof actual === "string" ? [] : [`${at}: ${show(actual)} instead of a string`];
  }
  if (isObject(recorded) && isObject(actual)) {
    const keys = [...new Set([...Object.keys(recorded), ...Object.keys(actual)])];
    return keys.flatMap((key) => memberDifferences(recorded, actual, key, at));
  }
  if (Array.isArray(recorded) && Array.isArray(actual)) {
    const length = Math.max(recorded.length, actual.length);
    return Array.from({ length }, (_, index) => differences(recorded[index], actual[index], below(at, index))).flat();
  }
  return isSame(recorded, actual) ? [] : [`${at}: ${show(actual)} instead of ${show(recorded)}`];
}

/** Stands for any string. */
const PLACEHOLDER = /^<\w+>$/;
/** Of an error these may be absent. */
const OPTIONAL = new Set(["url", "ctx", "input"]);
/** Where the original has a text of its own, we need none: it is prose. */
const PROSE = "<description>";

function memberDifferences(
  recorded: Readonly<Record<string, unknown>>,
  actual: Readonly<Record<string, unknown>>,
  key: string,
  at: string,
): string[] {
  if (!Object.hasOwn(actual, key) && OPTIONAL.has(key) && "loc" in recorded) return [];
  if (recorded[key] === PROSE) return [];
  if (!Object.hasOwn(actual, key)) return [`${below(at, key)}: absent`];
  if (!Object.hasOwn(recorded, key)) return [`${below(at, key)}: unexpected`];
  return differences(recorded[key], actual[key], below(at, key));
}

function below(at: string, key: string | number): string {
  return at === "" ? String(key) : `${at}.${key}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A number and a bigint of the same value are the same. */
function isSame(recorded: unknown, actual: unknown): boolean {
  if (typeof recorded === typeof actual) return recorded === actual;
  return isNumeric(recorded) && isNumeric(actual) && Number(recorded) === Number(actual);
}

function show(value: unknown): string {
  return Bun.inspect(value, { depth: 4 }).replaceAll(/\s+/g, " ");
}

function isNumeric(value: unknown): boolean {
  return typeof value === "number" || typeof value === "bigint";
}

function linesOf(file: string): Line[] {
  return readFileSync(join(kit, "transcripts", file), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

function read(file: string): unknown {
  return parseJson(readFileSync(join(kit, file), "utf8"));
}
