/** Where two servers part over one message. */
import { parseJson } from "@openenv/core/protocol";
import type { Frame } from "./frame.ts";
import { type Issue, issueText, type Outcome } from "./outcome.ts";

export interface Disagreement {
  readonly frame: Frame;
  readonly python: Outcome;
  readonly ours: Outcome;
  /** The message as JSON; `undefined` when it is none. */
  readonly message: unknown;
  /** One mistake that only one of them sees, and the value at its place. Left out where the answers differ as a whole. */
  readonly issue?: Issue & { readonly value: unknown };
}

/** None when the answers say the same. */
export function disagreements(frame: Frame, python: Outcome, ours: Outcome): Disagreement[] {
  if (python.text === ours.text) return [];
  const message = readMessage(frame);
  const whole = { frame, python, ours, message };
  if (!isAboutTheAction(python) || !isAboutTheAction(ours)) return [whole];
  const issues = [...onlyIn(python.issues, ours.issues), ...onlyIn(ours.issues, python.issues)];
  if (issues.length === 0) return [whole];
  return issues.map(({ type, loc }) => {
    return { frame, python, ours, message, issue: { type, loc, value: valueAt(dataOf(message), loc) } };
  });
}

/** Taken, or refused for mistakes that are listed. */
function isAboutTheAction({ code, text }: Outcome): boolean {
  return code === "VALIDATION_ERROR" || text.startsWith("observation ");
}

function onlyIn(these: readonly Issue[], those: readonly Issue[]): Issue[] {
  const others = new Set(those.map(issueText));
  return these.filter((issue) => !others.has(issueText(issue)));
}

function readMessage(frame: Frame): unknown {
  if (typeof frame !== "string") return undefined;
  try {
    return parseJson(frame);
  } catch {
    return undefined;
  }
}

function dataOf(message: unknown): unknown {
  return isObject(message) ? message["data"] : undefined;
}

/** Follows a location; the names of a union's branches and tags in it are no keys. */
function valueAt(value: unknown, [key, ...rest]: Issue["loc"]): unknown {
  if (key === undefined) return value;
  return isObject(value) && Object.hasOwn(value, key) ? valueAt(value[key], rest) : valueAt(value, rest);
}

export function isObject(value: unknown): value is Readonly<Record<string | number, unknown>> {
  return typeof value === "object" && value !== null;
}
