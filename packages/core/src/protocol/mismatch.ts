/**
 * Names one mismatch between a value and the schema node that describes it, as Pydantic names it.
 */
import type { z } from "zod";

import type { SchemaPlace } from "./schema-place.ts";
import type { ValidationIssue } from "./validation-issue.ts";

interface Finding {
  readonly type: string;
  readonly msg: string;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** Describes one zod issue at its place. */
export function describeMismatch(issue: z.core.$ZodIssue, place: SchemaPlace): ValidationIssue {
  const finding = find(issue, place);
  return {
    type: finding.type,
    loc: place.loc,
    msg: finding.msg,
    input: place.value,
    ...(finding.ctx && { ctx: finding.ctx }),
  };
}

function find(issue: z.core.$ZodIssue, place: SchemaPlace): Finding {
  if (place.missing) return { type: "missing", msg: "Field required" };
  switch (issue.code) {
    case "invalid_value":
      return wrongChoice(issue.values, place);
    case "too_small":
      return outOfBounds(issue.origin, "min", issue.inclusive ?? true, Number(issue.minimum), place);
    case "too_big":
      return outOfBounds(issue.origin, "max", issue.inclusive ?? true, Number(issue.maximum), place);
    case "not_multiple_of":
      return {
        type: "multiple_of",
        msg: `Input should be a multiple of ${issue.divisor}`,
        ctx: { multiple_of: issue.divisor },
      };
    case "invalid_format":
      return { type: "string_pattern_mismatch", msg: issue.message, ctx: { pattern: issue.pattern ?? issue.format } };
    case "custom":
      return customCheck(issue);
    default:
      return wrongType(issue, place);
  }
}

function wrongType(issue: z.core.$ZodIssue, { node, model, value }: SchemaPlace): Finding {
  if (node.enum !== undefined || node.const !== undefined) {
    return wrongChoice(Array.isArray(node.enum) ? (node.enum as unknown[]) : [node.const], { node, model });
  }
  switch (isEmpty(node) ? expectedType(issue) : node.type) {
    case "string":
      return { type: "string_type", msg: "Input should be a valid string" };
    case "integer":
      return wrongInteger(value);
    case "number":
      if (typeof value === "bigint")
        return { type: "float_type", msg: "Input should be a number that loses no digits" };
      if (isNotFinite(value)) return NOT_FINITE;
      if (typeof value !== "string") return { type: "float_type", msg: "Input should be a valid number" };
      return { type: "float_parsing", msg: "Input should be a valid number, unable to parse string as a number" };
    case "boolean":
      return typeof value === "string" || typeof value === "number"
        ? { type: "bool_parsing", msg: "Input should be a valid boolean, unable to interpret input" }
        : { type: "bool_type", msg: "Input should be a valid boolean" };
    case "array":
      return node.prefixItems === undefined
        ? { type: "list_type", msg: "Input should be a valid list" }
        : { type: "tuple_type", msg: "Input should be a valid tuple" };
    case "object":
      return node.properties === undefined
        ? { type: "dict_type", msg: "Input should be a valid dictionary" }
        : { type: "model_type", msg: "Input should be a valid object", ctx: { class_name: model ?? node.title } };
    case "null":
      return { type: "none_required", msg: "Input should be null" };
    default:
      if (node.discriminator !== undefined) {
        return { type: "model_attributes_type", msg: "Input should be a valid object to take fields from" };
      }
      return { type: "value_error", msg: issue.message };
  }
}

function isEmpty(node: SchemaPlace["node"]): boolean {
  return Object.keys(node).length === 0;
}

/** The JSON type that zod expected, for what has no published schema, such as reset parameters. */
function expectedType(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code !== "invalid_type") return undefined;
  return issue.expected === "int" ? "integer" : issue.expected === "record" ? "object" : issue.expected;
}

/** `1e400` is JSON, and more than a number can hold. */
const NOT_FINITE: Finding = { type: "finite_number", msg: "Input should be a finite number" };

function isNotFinite(value: unknown): boolean {
  return typeof value === "number" && !Number.isFinite(value);
}

function wrongInteger(value: unknown): Finding {
  if (isNotFinite(value)) return NOT_FINITE;
  if (typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value))) {
    return { type: "int_parsing_size", msg: "Input should be an integer within ±(2^53 − 1)" };
  }
  if (typeof value === "number") {
    return { type: "int_from_float", msg: "Input should be a valid integer, got a number with a fractional part" };
  }
  if (typeof value === "string") {
    return { type: "int_parsing", msg: "Input should be a valid integer, unable to parse string as an integer" };
  }
  return { type: "int_type", msg: "Input should be a valid integer" };
}

function wrongChoice(values: readonly unknown[], { model }: Pick<SchemaPlace, "node" | "model">): Finding {
  const quoted = values.map((value) => (typeof value === "string" ? `'${value}'` : String(value)));
  const expected = quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
  // A named model that lists its values is an enum class in Python; a list in place is a Literal.
  return {
    type: model === undefined ? "literal_error" : "enum",
    msg: `Input should be ${expected}`,
    ctx: { expected },
  };
}

function outOfBounds(
  origin: string,
  side: "min" | "max",
  inclusive: boolean,
  bound: number,
  { node, value }: SchemaPlace,
): Finding {
  if (origin === "string") return wrongLength("string", side, bound);
  if (origin === "array" || origin === "set" || origin === "map" || origin === "object") {
    return wrongLength("items", side, bound);
  }
  if (node.type === "integer" && !Number.isSafeInteger(value)) return wrongInteger(value);
  const below = side === "min";
  if (inclusive) {
    return below
      ? { type: "greater_than_equal", msg: `Input should be greater than or equal to ${bound}`, ctx: { ge: bound } }
      : { type: "less_than_equal", msg: `Input should be less than or equal to ${bound}`, ctx: { le: bound } };
  }
  return below
    ? { type: "greater_than", msg: `Input should be greater than ${bound}`, ctx: { gt: bound } }
    : { type: "less_than", msg: `Input should be less than ${bound}`, ctx: { lt: bound } };
}

function wrongLength(what: "string" | "items", side: "min" | "max", limit: number): Finding {
  const short = side === "min";
  const type = `${what === "string" ? "string_" : ""}${short ? "too_short" : "too_long"}`;
  const unit = what === "string" ? "characters" : "items";
  return {
    type,
    msg: `Input should have ${short ? "at least" : "at most"} ${limit} ${unit}`,
    ctx: { [short ? "min_length" : "max_length"]: limit },
  };
}

/** The checks of codegen/validators.ts tell what they are in `params`. */
function customCheck(issue: z.core.$ZodIssueCustom): Finding {
  const { params } = issue;
  if (params?.code === "too_big") return wrongLength("string", "max", Number(params.maximum));
  if (params?.code === "too_small") return wrongLength("string", "min", Number(params.minimum));
  return { type: "value_error", msg: issue.message };
}
