/**
 * A spec made ready for serving: validators compiled, and what its schemas need decided once instead of per message.
 */
import { z } from "zod";

import { ExecutionError, ValidationError } from "../errors/wire-errors.ts";
import { isJsonObject } from "../protocol/client-message.ts";
import { coerceInteger } from "../protocol/coerce.ts";
import { withExactIntegers } from "../protocol/exact-integers.ts";
import { toJsonValue } from "../protocol/json-value.ts";
import { declaresParam } from "../protocol/reset-params.ts";
import { readToolAction, ToolAction } from "../protocol/tool-call.ts";
import { formatIssue } from "../protocol/validation-issue.ts";
import type { ValidationIssue } from "../protocol/validation-issue.ts";
import { toValidationIssues } from "../protocol/zod-issues.ts";
import type { EnvSpec, EnvTypes, JsonObject } from "../types.ts";
import { parseWithNonFinite } from "./non-finite.ts";
import { OmittableFields } from "./omittable-fields.ts";
import { hasOpenValue } from "./open-value.ts";
import { ToolSet } from "./tool-set.ts";

/** Reset parameters as an environment gets them, but for the episode's id. */
export interface ParsedReset {
  readonly seed?: number;
  readonly episodeId: string | null;
  readonly params: JsonObject;
  /** Fields left out of the episode's observations, those that are left out of all included. */
  readonly omit: readonly string[];
}

/** Enough for every misspelling; a peer that makes names up must not fill the log. */
const MAX_DROPPED_NAMES = 32;

/** More than any schema has. Each costs every step of the episode a little. */
const MAX_OMITTED = 1000;

/** The validators of one environment. */
export class CompiledSpec {
  readonly spec: EnvSpec<EnvTypes>;
  /** `undefined` where the environment has none. */
  readonly tools: ToolSet | undefined;
  /** Fields left out of all observations. */
  readonly omit: readonly string[];
  readonly #omittable: OmittableFields;
  /** `omit` is a parameter of the environment's own. */
  readonly #ownOmit: boolean;
  readonly #resetKeys: ReadonlySet<string> | "any";
  readonly #rejectUnknown: boolean;
  readonly #onDropped: (key: string) => void;
  readonly #dropped = new Set<string>();
  readonly #openObservation: boolean;
  readonly #openState: boolean;
  #action: z.ZodType | undefined;
  #observation: z.ZodType | undefined;

  /**
   * @param onDropped told once of each reset parameter that the environment does not declare
   * @param omit fields left out of all observations
   */
  constructor(
    spec: EnvSpec<EnvTypes>,
    unknownResetParams: "ignore" | "reject",
    onDropped: (key: string) => void = () => {},
    omit: readonly string[] = [],
  ) {
    this.spec = spec;
    this.omit = omit;
    this.#omittable = new OmittableFields(spec.manifest.jsonSchema.observation);
    this.#ownOmit = declaresParam(spec.reset, "omit");
    this.tools = ToolSet.of(spec);
    this.#onDropped = onDropped;
    this.#resetKeys = knownKeys(spec.reset);
    this.#rejectUnknown = unknownResetParams === "reject";
    // `metadata` is always open, but it is looked at for itself.
    const { metadata: _, ...observationFields } = propertiesOf(spec.manifest.jsonSchema.observation);
    const { observation } = spec.manifest.jsonSchema;
    this.#openObservation =
      hasOpenValue({ ...observation, properties: observationFields }) || isOpenObject(observation);
    this.#openState = hasOpenValue(spec.manifest.jsonSchema.state) || isOpenObject(spec.manifest.jsonSchema.state);
  }

  /**
   * Reads an action: one of the environment's own or, where it has tools, a {@link ToolAction}. Where it has none, a
   * field called `type` means what the environment says (OE-45).
   *
   * @throws ValidationError located from the action's own fields
   */
  parseAction(data: JsonObject): object {
    if (this.tools !== undefined) {
      const action = readToolAction(data, this.tools.only);
      if (action instanceof ToolAction) return action;
      if (action !== undefined) throw invalid(action);
    }
    this.#action ??= z.compile(this.spec.action);
    const result = this.#action.safeParse(data);
    if (result.success) return result.data as object;
    const exact = withExactIntegers(data, result.error);
    const again = exact && this.#action.safeParse(exact);
    if (again?.success) return again.data as object;
    throw invalid(toValidationIssues(result.error, data, this.spec.manifest.jsonSchema.action));
  }

  /** @throws ExecutionError when the environment made an observation that does not fit its schema */
  parseObservation(observation: unknown): JsonObject {
    this.#observation ??= z.compile(this.spec.observation);
    const given = this.#openObservation ? toJsonValue(observation, "observation") : observation;
    const result = this.#observation.safeParse(given);
    if (result.success) return result.data as JsonObject;
    const withNulls = parseWithNonFinite(this.#observation, given, result.error);
    if (withNulls !== undefined) return withNulls as JsonObject;
    throw misfit("observation", toValidationIssues(result.error, given, this.spec.manifest.jsonSchema.observation));
  }

  /** @throws ExecutionError when the environment gave a state that does not fit its schema */
  parseState(state: JsonObject): JsonObject {
    const given = this.#openState ? toJsonValue(state, "state") : state;
    const result = this.spec.state.safeParse(given);
    if (result.success) return result.data as JsonObject;
    const withNulls = parseWithNonFinite(this.spec.state, given, result.error);
    if (withNulls !== undefined) return withNulls as JsonObject;
    throw misfit("state", toValidationIssues(result.error, given, this.spec.manifest.jsonSchema.state));
  }

  /**
   * Reads reset parameters. What the environment does not declare is dropped, or refused (PROTOCOL §2.7).
   *
   * @throws ValidationError located from the parameters
   */
  parseReset(data: JsonObject): ParsedReset {
    const issues: ValidationIssue[] = [];
    const { seed, episode_id: episodeId, ...others } = data;
    const wholeSeed = seed === undefined || seed === null ? undefined : coerceInteger(seed, ["seed"]);
    if (wholeSeed !== undefined && "issue" in wholeSeed) issues.push(wholeSeed.issue);
    if (episodeId !== undefined && episodeId !== null && typeof episodeId !== "string") {
      issues.push({
        type: "string_type",
        loc: ["episode_id"],
        msg: "Input should be a valid string",
        input: episodeId,
      });
    }
    const omit = this.#ownOmit ? this.omit : this.#takeOmit(others, issues);
    const known = this.#knownParams(others, issues);
    let params = this.spec.reset.safeParse(known);
    const exact = params.error && withExactIntegers(known, params.error);
    if (exact !== undefined) params = this.spec.reset.safeParse(exact);
    if (!params.success) issues.push(...toValidationIssues(params.error, known, {}));
    if (issues.length > 0 || !params.success) throw invalid(issues);
    return {
      ...(wholeSeed !== undefined && "value" in wholeSeed && { seed: wholeSeed.value }),
      episodeId: typeof episodeId === "string" ? episodeId : null,
      params: params.data as JsonObject,
      omit,
    };
  }

  #takeOmit(params: JsonObject, issues: ValidationIssue[]): readonly string[] {
    const { omit } = params;
    delete params.omit;
    if (omit === undefined || omit === null) return this.omit;
    if (!Array.isArray(omit)) {
      issues.push({ type: "list_type", loc: ["omit"], msg: "Input should be a valid list", input: omit });
      return this.omit;
    }
    if (omit.length > MAX_OMITTED) {
      const msg = `List should have at most ${MAX_OMITTED} items`;
      issues.push({ type: "too_long", loc: ["omit"], msg, ctx: { max_length: MAX_OMITTED } });
      return this.omit;
    }
    for (const [index, field] of (omit as unknown[]).entries()) {
      const issue =
        typeof field === "string"
          ? { type: "value_error", msg: this.#omittable.problemOf(field) }
          : { type: "string_type", msg: "Input should be a valid string" };
      if (issue.msg !== undefined) issues.push({ ...issue, msg: issue.msg, loc: ["omit", index], input: field });
    }
    return [...new Set([...this.omit, ...(omit as string[])])];
  }

  #knownParams(others: JsonObject, issues: ValidationIssue[]): JsonObject {
    const keys = this.#resetKeys;
    if (keys === "any") return others;
    const known: JsonObject = {};
    for (const key of Object.keys(others)) {
      if (keys.has(key)) known[key] = others[key];
      else if (this.#rejectUnknown) issues.push(unknownParam(key, others[key]));
      else this.#drop(key);
    }
    return known;
  }

  #drop(key: string): void {
    if (this.#dropped.has(key) || this.#dropped.size >= MAX_DROPPED_NAMES) return;
    this.#dropped.add(key);
    this.#onDropped(key);
  }
}

/** A {@link ValidationError} whose message names the first place. */
export function invalid(issues: readonly ValidationIssue[]): ValidationError {
  const [first] = issues;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  return new ValidationError(issues, first === undefined ? undefined : `Invalid message: ${formatIssue(first)}${more}`);
}

function misfit(part: string, issues: readonly ValidationIssue[]): ExecutionError {
  const places = issues.map(formatIssue).join("; ");
  return new ExecutionError(
    `The environment gave ${part === "state" ? "a" : "an"} ${part} that does not fit its schema: ${places}`,
  );
}

function unknownParam(key: string, input: unknown): ValidationIssue {
  return { type: "extra_forbidden", loc: [key], msg: "The environment has no such reset parameter", input };
}

function knownKeys(reset: z.ZodType): ReadonlySet<string> | "any" {
  if (!(reset instanceof z.ZodObject)) return "any";
  const { catchall } = reset.def;
  if (catchall !== undefined && !(catchall instanceof z.ZodNever)) return "any";
  return new Set(Object.keys(reset.shape));
}

function propertiesOf(schema: JsonObject): JsonObject {
  return isJsonObject(schema.properties) ? schema.properties : {};
}

function isOpenObject(schema: JsonObject): boolean {
  return schema.additionalProperties !== false;
}
