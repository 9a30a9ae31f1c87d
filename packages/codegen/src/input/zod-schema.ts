/**
 * From zod to JSON Schema 2020-12, the one interchange form. Reports what JSON Schema cannot carry.
 */
import { z } from "zod";
import type { DiagnosticLog } from "../diagnostics/diagnostic.ts";
import { isJsonArray, isJsonObject, jsonObject, type Json, type JsonObject } from "../json/json.ts";
import { BIG_INTEGER, CHECKED_FORMAT, DEFAULT_FACTORY } from "../json/marks.ts";
import { pointTo } from "../json/pointer.ts";
import { checkedFormat } from "./zod-formats.ts";
import { checksOf, definitionOf } from "./zod-internals.ts";

/** The schema of what a writer sends: a default makes a property optional there and present for the reader. */
export function zodToJsonSchema(schema: z.ZodType, source: string, log: DiagnosticLog): JsonObject {
  const where = (path: readonly (string | number)[]): string => pointTo(`${source}#`, ...path);
  try {
    const json = z.toJSONSchema(schema, {
      target: "draft-2020-12",
      io: "input",
      unrepresentable: ({ zodSchema, path, message }) => {
        const stand = standIn(zodSchema);
        if (stand === undefined) log.report("OE1005", where(path), `${message}.`);
        return stand ?? "any";
      },
      override: ({ zodSchema, jsonSchema, path }) => {
        if (definitionOf(zodSchema).type === "readonly") delete jsonSchema.readOnly;
        if (isEmpty(jsonSchema.default)) hideDefault(jsonSchema);
        if (definitionOf(zodSchema).type === "string") markFormat(zodSchema, jsonSchema, where(path), log);
        reportLosses(zodSchema, where(path), log);
      },
    });
    return plain(json as JsonObject);
  } catch (error) {
    log.report("OE1013", `${source}#`, error instanceof Error ? error.message : String(error));
    return {};
  }
}

/** Names that zod writes as `format`, but JSON Schema has no idea of. */
const ZOD_FORMATS: ReadonlySet<unknown> = new Set(["starts_with", "ends_with", "includes", "lowercase", "uppercase"]);

/** Notes a format that zod checks: the keyword `format` only describes. */
function markFormat(
  schema: z.core.$ZodType,
  json: z.core.JSONSchema.BaseSchema,
  source: string,
  log: DiagnosticLog,
): void {
  if (ZOD_FORMATS.has(json.format)) delete json.format;
  const found = checkedFormat(schema);
  if (found?.kind === "plain") json[CHECKED_FORMAT] = { factory: found.factory, pattern: found.pattern };
  if (found?.kind === "special" && !found.hasPattern) {
    log.report("OE1007", source, "The options of a format are not carried over.");
  }
}

/** An empty list or object: in Python, where it may not be shared, it is always made by a factory. */
function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function hideDefault(schema: z.core.JSONSchema.BaseSchema): void {
  schema[DEFAULT_FACTORY] = schema.default;
  delete schema.default;
}

/** A JSON Schema for what zod cannot put into one, but this package can: everything about `bigint`. */
function standIn(schema: z.core.$ZodType): JsonObject | undefined {
  const def = definitionOf(schema);
  switch (def.type) {
    case "bigint":
      return { type: "integer", [BIG_INTEGER]: true, ...bigBounds(schema) };
    case "literal":
      return def.values.every((value) => value !== undefined) ? { enum: def.values.map(mark) } : undefined;
    case "default":
    case "prefault":
      return { default: mark(def.defaultValue) };
    default:
      return undefined;
  }
}

const BOUNDS: Readonly<Record<string, string>> = {
  ">=": "minimum",
  ">": "exclusiveMinimum",
  "<=": "maximum",
  "<": "exclusiveMaximum",
};

/** `z.int64()` and `z.uint64()`. */
const FORMAT_BOUNDS: Readonly<Record<string, readonly [bigint, bigint]>> = {
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
};

function bigBounds(schema: z.core.$ZodType): JsonObject {
  const definition = definitionOf(schema);
  const [least, most] = ("format" in definition && FORMAT_BOUNDS[String(definition.format)]) || [];
  const format = least === undefined || most === undefined ? {} : { minimum: mark(least), maximum: mark(most) };
  const checks = jsonObject(
    checksOf(schema).flatMap((def): [string, Json][] => {
      if (def.check === "multiple_of") return [["multipleOf", mark(def.value)]];
      if (def.check !== "greater_than" && def.check !== "less_than") return [];
      const operator = `${def.check === "greater_than" ? ">" : "<"}${def.inclusive ? "=" : ""}`;
      return [[BOUNDS[operator] ?? "", mark(def.value)]];
    }),
  );
  return { ...format, ...checks };
}

/** JSON has no `bigint`, so one travels through zod's own JSON round trip as a marked object. */
function mark(value: unknown): Json {
  if (typeof value === "bigint") return { [BIG_INTEGER]: value.toString() };
  if (Array.isArray(value)) return value.map(mark);
  if (typeof value !== "object" || value === null) return value as Json;
  return jsonObject(Object.entries(value).map(([key, item]) => [key, mark(item)] as const));
}

/** Takes the marks away again, and what zod says about an integer that only means "safe". */
function plain(schema: JsonObject): JsonObject {
  const unmarked = unmark(schema);
  return isJsonObject(unmarked) ? unmarked : {};
}

function unmark(value: Json): Json {
  if (isJsonArray(value)) return value.map(unmark);
  if (!isJsonObject(value)) return value;
  const digits = value[BIG_INTEGER];
  if (typeof digits === "string") {
    const integer = BigInt(digits);
    return Number.isSafeInteger(Number(integer)) ? Number(integer) : integer;
  }
  const entries = Object.entries(value).map(([key, item]) => [key, unmark(item)] as const);
  return jsonObject(entries.filter(([key, item]) => !isSafeBound(value, key, item)));
}

function isSafeBound(schema: JsonObject, key: string, bound: Json): boolean {
  if (schema["type"] !== "integer") return false;
  return (
    (key === "minimum" && bound === Number.MIN_SAFE_INTEGER) || (key === "maximum" && bound === Number.MAX_SAFE_INTEGER)
  );
}

/** What toJSONSchema leaves out without a word. */
function reportLosses(schema: z.core.$ZodType, source: string, log: DiagnosticLog): void {
  const def = definitionOf(schema);
  if (def.type === "pipe" || def.type === "transform") {
    log.report("OE1006", source, "Only what stands before the transform is sent.");
  }
  if (def.type === "catch" || ("coerce" in def && def.coerce)) {
    log.report("OE1008", source, `"${def.type === "catch" ? "catch" : "coerce"}" is not carried over.`);
  }
  for (const { check: kind } of checksOf(schema)) {
    if (kind === "custom") log.report("OE1007", source, "A refinement is not carried over.");
    if (kind === "overwrite") log.report("OE1008", source, "A check that changes the value is not carried over.");
  }
}
