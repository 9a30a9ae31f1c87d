/**
 * The bodies of `POST /reset`, `/step` and the task routes (PROTOCOL §1.3, §1.4, §1.12), checked as Pydantic would.
 * Reset and step bodies are open: keys they do not name are kept.
 */
import { ValidationError } from "../errors/wire-errors.ts";
import type { JsonObject } from "../types.ts";
import { isJsonObject } from "./client-message.ts";
import { coerceInteger, coerceNumber } from "./coerce.ts";
import type { Coerced } from "./coerce.ts";
import { MAX_ID_LENGTH } from "./limits.ts";
import type { ValidationIssue } from "./validation-issue.ts";

type Reader<T> = (input: unknown, loc: ValidationIssue["loc"]) => Coerced<T>;

/** What `POST /step` carries besides the action. */
export interface StepRequest {
  readonly action: JsonObject;
  /** Seconds the step may take, above 0. */
  readonly timeoutSeconds: number | undefined;
  readonly requestId: string | undefined;
}

/** What the task routes take. */
export interface TaskRequest {
  readonly split: string;
  readonly index?: number;
  readonly start?: number;
  readonly stop?: number;
}

/**
 * Reads a reset body. Gives the parameters with `seed` and `episode_id` coerced; no body at all is an empty one.
 *
 * @throws ValidationError with locations below `body`
 */
export function readResetBody(body: unknown): JsonObject {
  if (body === undefined || body === null) return {};
  const fields = new BodyFields(body);
  const seed = fields.optional("seed", nonNegativeInteger);
  const episodeId = fields.optional("episode_id", shortText);
  return {
    ...fields.done(),
    ...(seed !== undefined && { seed }),
    ...(episodeId !== undefined && { episode_id: episodeId }),
  };
}

/**
 * Reads a step body.
 *
 * @throws ValidationError with locations below `body`
 */
export function readStepBody(body: unknown): StepRequest {
  const fields = new BodyFields(body);
  const action = fields.required("action", jsonObject);
  const timeoutSeconds = fields.optional("timeout_s", positiveNumber);
  const requestId = fields.optional("request_id", shortText);
  fields.done();
  return { action: action ?? {}, timeoutSeconds, requestId };
}

/**
 * Reads a task body. Unlike the two above it is closed.
 *
 * @param keys which of `index`, `start` and `stop` the route knows; `index` is required
 * @throws ValidationError with locations below `body`
 */
export function readTaskBody(body: unknown, keys: readonly ("index" | "start" | "stop")[]): TaskRequest {
  const fields = new BodyFields(body);
  const split = fields.required("split", text);
  const request: Record<string, number | undefined> = {};
  for (const key of keys) {
    request[key] = key === "index" ? fields.required(key, coerceInteger) : fields.optional(key, coerceInteger);
  }
  fields.forbidOthers(["split", ...keys]);
  fields.done();
  return { split: split ?? "", ...request };
}

/** Reads members one by one and reports all that is wrong at once. */
class BodyFields {
  readonly #body: JsonObject;
  readonly #issues: ValidationIssue[] = [];

  constructor(body: unknown) {
    if (body === undefined) {
      throw new ValidationError([{ type: "missing", loc: ["body"], msg: "Field required", input: null }]);
    }
    if (!isJsonObject(body)) {
      throw new ValidationError([
        { type: "model_attributes_type", loc: ["body"], msg: "Input should be a valid object", input: body },
      ]);
    }
    this.#body = body;
  }

  required<T>(key: string, read: Reader<T>): T | undefined {
    if (Object.hasOwn(this.#body, key)) return this.#read(key, read);
    this.#issues.push({ type: "missing", loc: ["body", key], msg: "Field required", input: this.#body });
    return undefined;
  }

  optional<T>(key: string, read: Reader<T>): T | undefined {
    const given = Object.hasOwn(this.#body, key) && this.#body[key] !== null;
    return given ? this.#read(key, read) : undefined;
  }

  forbidOthers(known: readonly string[]): void {
    for (const key of Object.keys(this.#body)) {
      if (known.includes(key)) continue;
      const issue = { type: "extra_forbidden", loc: ["body", key], msg: "Extra inputs are not permitted" };
      this.#issues.push({ ...issue, input: this.#body[key] });
    }
  }

  done(): JsonObject {
    if (this.#issues.length > 0) throw new ValidationError(this.#issues);
    return this.#body;
  }

  #read<T>(key: string, read: Reader<T>): T | undefined {
    const result = read(this.#body[key], ["body", key]);
    if ("value" in result) return result.value;
    this.#issues.push(result.issue);
    return undefined;
  }
}

const text: Reader<string> = (input, loc) => {
  if (typeof input === "string") return { value: input };
  return { issue: { type: "string_type", loc, msg: "Input should be a valid string", input } };
};

const shortText: Reader<string> = (input, loc) => {
  const result = text(input, loc);
  if (!("value" in result) || [...result.value].length <= MAX_ID_LENGTH) return result;
  const msg = `String should have at most ${MAX_ID_LENGTH} characters`;
  return { issue: { type: "string_too_long", loc, msg, input, ctx: { max_length: MAX_ID_LENGTH } } };
};

const jsonObject: Reader<JsonObject> = (input, loc) => {
  if (isJsonObject(input)) return { value: input };
  return { issue: { type: "dict_type", loc, msg: "Input should be a valid dictionary", input } };
};

const nonNegativeInteger: Reader<number> = (input, loc) => {
  const result = coerceInteger(input, loc);
  if (!("value" in result) || result.value >= 0) return result;
  const msg = "Input should be greater than or equal to 0";
  return { issue: { type: "greater_than_equal", loc, msg, input, ctx: { ge: 0 } } };
};

const positiveNumber: Reader<number> = (input, loc) => {
  const result = coerceNumber(input, loc);
  if (!("value" in result) || result.value > 0) return result;
  return { issue: { type: "greater_than", loc, msg: "Input should be greater than 0", input, ctx: { gt: 0 } } };
};
