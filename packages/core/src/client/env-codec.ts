/**
 * The messages of one environment: writes what a client sends, reads what comes back, and checks both against the
 * environment's schemas. Knows nothing of connections.
 */
import { compile, type z } from "zod";

import { InvalidArgumentError, ProtocolViolationError } from "../errors/local-errors.ts";
import { ValidationError } from "../errors/wire-errors.ts";
import { withExactIntegers } from "../protocol/exact-integers.ts";
import { stringifyJson } from "../protocol/json.ts";
import { readObservation } from "../protocol/reply.ts";
import { declaresParam } from "../protocol/reset-params.ts";
import { formatIssue, type ValidationIssue } from "../protocol/validation-issue.ts";
import { toValidationIssues } from "../protocol/zod-issues.ts";
import type { EnvSpec, EnvTypes, JsonObject } from "../types.ts";
import type { ResetInput } from "./env-methods.ts";
import type { StepResult } from "./step-result.ts";
import { parseTolerantly } from "./tolerant-parse.ts";

const EMPTY_RESET = '{"type":"reset","data":{}}';
/** The whole message: the envelope of `state` is closed, `data` would be refused (PROTOCOL §2.2). */
export const STATE_MESSAGE = '{"type":"state"}';

export class EnvCodec<T extends EnvTypes> {
  readonly #spec: EnvSpec<T> | undefined;
  // Compiled on first use: 0.1 to 0.4 ms each (SPIKE §B).
  #action: z.ZodType<T["action"], T["actionInput"]> | undefined;
  #observation: z.ZodType<T["observation"], T["observationInput"]> | undefined;
  #state: z.ZodType<T["state"], T["stateInput"]> | undefined;

  /** @param spec what to check against; nothing is checked without one */
  constructor(spec: EnvSpec<T> | undefined) {
    this.#spec = spec;
  }

  /**
   * @throws InvalidArgumentError for a seed that JSON would not carry exactly (OE-18)
   * @throws ValidationError for parameters the environment does not take
   */
  writeReset(params: ResetInput<T> | undefined): string {
    // A caller without types may give `null`.
    if (params === undefined || params === null) return EMPTY_RESET;
    const { seed, episode_id: _, ...others } = params as JsonObject;
    if (typeof seed === "number" && !Number.isSafeInteger(seed)) {
      throw new InvalidArgumentError("seed", `seed is ${seed}. It must be a whole number within ±(2^53 − 1).`);
    }
    // The server decides about it.
    if (this.#spec !== undefined && !declaresParam(this.#spec.reset, "omit")) delete others.omit;
    const result = this.#spec?.reset.safeParse(others);
    if (result?.success === false) throw invalid("reset parameters", toValidationIssues(result.error, others, {}));
    return `{"type":"reset","data":${stringifyJson(params)}}`;
  }

  /**
   * @param payload what is sent of the action
   * @throws ValidationError for an action the environment does not take
   */
  writeStep(action: T["actionInput"], payload: object): string {
    if (this.#spec !== undefined) this.#checkAction(action, this.#spec);
    // Not what the check made of it: defaults are the server's to fill in.
    return `{"type":"step","data":${stringifyJson(payload)}}`;
  }

  /** A property, so that it can be handed on without a closure per call. */
  readonly readObservation = (data: JsonObject): StepResult<T["observation"]> => {
    const reply = readObservation(data);
    const { observation } = reply;
    if (this.#spec === undefined) return reply;
    this.#observation ??= compile(this.#spec.observation);
    // Metadata is told beside the observation; the schema does not know it.
    const { metadata: _, ...fields } = observation;
    const result = this.#observation.safeParse("metadata" in observation ? fields : observation);
    const typed = result.success
      ? result.data
      : this.#readAgain(
          "observation",
          this.#observation,
          fields,
          result.error,
          this.#spec.manifest.jsonSchema.observation,
        );
    return { observation: typed, reward: reply.reward, done: reply.done, metadata: reply.metadata };
  };

  /** As {@link readObservation}. */
  readonly readState = (data: JsonObject): T["state"] => {
    if (this.#spec === undefined) return data;
    this.#state ??= compile(this.#spec.state);
    const result = this.#state.safeParse(data);
    if (result.success) return result.data;
    return this.#readAgain("state", this.#state, data, result.error, this.#spec.manifest.jsonSchema.state);
  };

  #checkAction(action: T["actionInput"], spec: EnvSpec<T>): void {
    this.#action ??= compile(spec.action);
    const result = this.#action.safeParse(action);
    if (result.success) return;
    throw invalid("action", toValidationIssues(result.error, action, spec.manifest.jsonSchema.action));
  }

  #readAgain<Out>(
    part: "observation" | "state",
    schema: z.ZodType<Out>,
    value: JsonObject,
    error: z.core.$ZodError,
    jsonSchema: JsonObject,
  ): Out {
    const exact = withExactIntegers(value, error);
    const again = exact && schema.safeParse(exact);
    if (again?.success) return again.data;
    const tolerated = parseTolerantly(schema, exact ?? value, again?.error ?? error, jsonSchema);
    if (tolerated.success) return tolerated.data;
    const issues = toValidationIssues(tolerated.error, value, jsonSchema);
    throw new ProtocolViolationError(
      `The server sent ${part === "state" ? "a state" : "an observation"} that does not fit this client: ` +
        `${issues.map(formatIssue).join("; ")}. They may be of different versions.`,
      { details: { part, errors: issues } },
    );
  }
}

function invalid(what: string, issues: readonly ValidationIssue[]): ValidationError {
  return new ValidationError(issues, `Invalid ${what}: ${issues.map(formatIssue).join("; ")}`);
}
