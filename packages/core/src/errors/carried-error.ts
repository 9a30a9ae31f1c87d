/**
 * Errors on their way from one thread to another: `structuredClone` keeps of them a message at best, so they travel as
 * plain data and are made again, with class, code, details and causes.
 */
import * as errors from "./index.ts";

const { OpenEnvError } = errors;

/** An error as plain data. */
export interface CarriedError {
  /** The class that is made again: one of this package, or one of the language. */
  readonly className: string;
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** Present on errors of this package. */
  readonly openEnv: { readonly code: string; readonly retryable: boolean; readonly details: object } | undefined;
  /** Its own other members, such as `errors`, or the `errno` of a system error. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Another error, or any value that survived. */
  readonly cause: { readonly error: CarriedError } | { readonly value: unknown } | undefined;
}

type ErrorClass = abstract new (...args: never[]) => Error;

const own = Object.entries(errors) as readonly [string, ErrorClass][];
const OWN_CLASSES: ReadonlyMap<string, ErrorClass> = new Map(own);
const STANDARD_CLASSES: ReadonlyMap<string, new (message: string) => Error> = new Map(
  [EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map((Class) => [Class.name, Class]),
);

/** Longest chain of causes that is carried. */
const MAX_CAUSES = 8;

/** Members that are carried under a name of their own. */
const CARRIED = new Set(["name", "message", "stack", "cause", "code", "details", "retryable"]);

/** Takes apart what was thrown. */
export function carryError(thrown: unknown, depth = 0): CarriedError {
  if (!(thrown instanceof Error)) {
    const text = typeof thrown === "string" ? thrown : `Thrown: ${String(thrown)}`;
    return {
      className: "Error",
      name: "Error",
      message: text,
      stack: undefined,
      openEnv: undefined,
      fields: {},
      cause: undefined,
    };
  }
  const openEnv =
    thrown instanceof OpenEnvError
      ? { code: thrown.code, retryable: thrown.retryable, details: cloneable({ ...thrown.details }) as object }
      : undefined;
  const fields: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(thrown)) {
    if (openEnv === undefined ? key === "code" || !CARRIED.has(key) : !CARRIED.has(key)) fields[key] = cloneable(value);
  }
  return {
    className: knownClass(thrown),
    name: thrown.name,
    message: thrown.message,
    stack: thrown.stack,
    openEnv,
    fields,
    cause: carryCause(thrown.cause, depth),
  };
}

/** Makes the error again. Its stack is the caller's; that of an unforeseen one shows the other thread's too. */
export function reviveError(carried: CarriedError): Error {
  const { className, name, message, openEnv, fields } = carried;
  const cause =
    carried.cause === undefined
      ? undefined
      : "error" in carried.cause
        ? reviveError(carried.cause.error)
        : carried.cause.value;
  if (openEnv !== undefined) {
    const { code, ...options } = openEnv;
    const error = new OpenEnvError(code, message, { ...options, cause } as errors.OpenEnvErrorOptions);
    const prototype = OWN_CLASSES.get(className)?.prototype;
    if (prototype !== undefined) Object.setPrototypeOf(error, prototype);
    return Object.assign(error, fields, { name });
  }
  const Class = STANDARD_CLASSES.get(className) ?? Error;
  const error = Object.assign(new Class(message), fields);
  if (cause !== undefined) Object.defineProperty(error, "cause", { value: cause, configurable: true, writable: true });
  if (error.name !== name) Object.defineProperty(error, "name", { value: name, configurable: true, writable: true });
  const frames = carried.stack?.split("\n").filter((line) => /^\s+at |@/.test(line));
  if (frames !== undefined) error.stack = `${error.stack}\n    --- in the worker ---\n${frames.join("\n")}`;
  return error;
}

/** The name of the nearest class that the other side has too: a class derived by a user is not there. */
function knownClass(error: Error): string {
  for (let prototype: unknown = Object.getPrototypeOf(error); prototype !== null;) {
    const { constructor } = prototype as { constructor: { name: string } };
    if (OWN_CLASSES.has(constructor.name) || STANDARD_CLASSES.has(constructor.name)) return constructor.name;
    prototype = Object.getPrototypeOf(prototype);
  }
  return "Error";
}

function carryCause(cause: unknown, depth: number): CarriedError["cause"] {
  if (cause === undefined || depth >= MAX_CAUSES) return undefined;
  return cause instanceof Error ? { error: carryError(cause, depth + 1) } : { value: cloneable(cause) };
}

/** The value, or as much of it as another thread can be given: what cannot travel becomes its text. */
function cloneable(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    if (typeof value !== "object" || value === null) return textUnlessCloneable(value);
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, textUnlessCloneable(member)]));
  }
}

function textUnlessCloneable(member: unknown): unknown {
  try {
    return structuredClone(member);
  } catch {
    return typeof member === "function" ? `[Function: ${member.name}]` : Object.prototype.toString.call(member);
  }
}
