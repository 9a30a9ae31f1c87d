/**
 * Pydantic's lax mode for the few scalar fields of envelopes and request bodies (PROTOCOL §1.3): what a Python server
 * would accept there is accepted here.
 */
import type { ValidationIssue } from "./validation-issue.ts";

type Loc = ValidationIssue["loc"];

/** A coerced value, or what is wrong with it. */
export type Coerced<T> = { readonly value: T } | { readonly issue: ValidationIssue };

const INTEGER_TEXT = /^\s*[+-]?\d+(?:_\d+)*(?:\.0+)?\s*$/;
const NUMBER_TEXT = /^\s*[+-]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+)?\s*$/;

/** Takes `7`, `7.0`, `"7"` and `true`; refuses `7.5` and, since they would be rounded, integers beyond ±(2^53 − 1). */
export function coerceInteger(input: unknown, loc: Loc): Coerced<number> {
  const refuse = (type: string, msg: string): Coerced<number> => ({ issue: { type, loc, msg, input } });
  if (typeof input === "bigint") return refuse("int_parsing_size", "Input should be an integer within ±(2^53 − 1)");
  const number =
    typeof input === "boolean" ? Number(input) : typeof input === "string" ? integerFromText(input) : input;
  if (typeof number !== "number") return refuse("int_type", "Input should be a valid integer");
  if (Number.isNaN(number)) return refuse("int_parsing", "Input should be a valid integer, unable to parse string");
  if (!Number.isInteger(number)) return refuse("int_from_float", "Input should be a valid integer, got a fraction");
  if (!Number.isSafeInteger(number)) {
    return refuse("int_parsing_size", "Input should be an integer within ±(2^53 − 1)");
  }
  // An integer has no negative zero.
  return { value: number === 0 ? 0 : number };
}

/** Takes numbers, numeric text and booleans. */
export function coerceNumber(input: unknown, loc: Loc): Coerced<number> {
  const refuse = (type: string, msg: string): Coerced<number> => ({ issue: { type, loc, msg, input } });
  if (typeof input === "boolean" || typeof input === "bigint") return { value: Number(input) };
  if (typeof input === "string") {
    if (NUMBER_TEXT.test(input)) return { value: Number(input.replaceAll("_", "")) };
    return refuse("float_parsing", "Input should be a valid number, unable to parse string");
  }
  return typeof input === "number" ? { value: input } : refuse("float_type", "Input should be a valid number");
}

function integerFromText(text: string): number {
  return INTEGER_TEXT.test(text) ? Number(text.replaceAll("_", "")) : Number.NaN;
}
