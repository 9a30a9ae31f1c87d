/** What known-differences.ts asks of a disagreement. */
import { type Disagreement, isObject } from "./disagreement.ts";

/** The kinds of issue that a number, or what Python takes for one, can lead to, at its place or at a union's branch. */
const NUMERIC_ISSUE = /^(?:int_|float_|finite_|greater_|less_)/;

export function isNumeric({ issue }: Disagreement): boolean {
  return issue !== undefined && (NUMERIC_ISSUE.test(issue.type) || issue.loc[0] === "value");
}

/** Whether `value`, or something in it, is such. */
export function holds(value: unknown, test: (value: unknown) => boolean): boolean {
  return test(value) || (isObject(value) && Object.values(value).some((inner) => holds(inner, test)));
}

export const isBigInteger = (value: unknown): boolean =>
  typeof value === "bigint" || (Number.isInteger(value) && !Number.isSafeInteger(value));
export const isNotFinite = (value: unknown): boolean => typeof value === "number" && !Number.isFinite(value);
export const isLax = (value: unknown): boolean =>
  typeof value === "boolean" || (typeof value === "string" && value !== "" && Number.isFinite(Number(value)));

/** The data of a message of this type. */
export function dataOf({ message }: Disagreement, type: string): Readonly<Record<string, unknown>> | undefined {
  if (!isObject(message) || message["type"] !== type || !isObject(message["data"])) return undefined;
  return message["data"];
}

/** Whether the arguments of a tool hold such a value. Which of them it is no answer tells. */
export function isInArguments(disagreement: Disagreement, test: (value: unknown) => boolean): boolean {
  return holds(dataOf(disagreement, "step")?.["arguments"], test);
}

export function isSeed(value: unknown): boolean {
  return value === undefined || value === null || Number.isSafeInteger(value);
}
