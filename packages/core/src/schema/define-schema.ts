/**
 * What an author's `schema.ts` calls. It only holds the zod schemas together; codegen reads them.
 */
import { z } from "zod";

import { InvalidArgumentError } from "../errors/local-errors.ts";
import { envNames } from "./names.ts";

/** The fields of a model, or a whole zod schema (a union of objects, say). */
export type ModelInput = Readonly<Record<string, z.ZodType>> | z.ZodType;

/** What {@link defineSchema} takes. Field names are the names on the wire. */
export interface SchemaInput {
  /** `echo_env`: see {@link envNames}. */
  readonly name: string;
  /** One sentence for `/metadata` and the packages' `package.json`. */
  readonly description?: string;
  /** What a step takes. `metadata` comes with the base. */
  readonly action: ModelInput;
  /** What a reset or step answers. `reward`, `done` and `metadata` come with the base. */
  readonly observation: ModelInput;
  /** Own state fields. `episode_id` and `step_count` come with the base. Default: none. */
  readonly state?: ModelInput;
  /** Own reset parameters. `seed` and `episode_id` come with the base. Default: none, others are ignored. */
  readonly reset?: ModelInput;
}

/** An environment's schemas, ready for codegen. */
export interface EnvSchema {
  readonly name: string;
  readonly description: string;
  readonly action: z.ZodType;
  readonly observation: z.ZodType;
  readonly state: z.ZodType;
  readonly reset: z.ZodType;
}

/**
 * Declares an environment's schemas: the single source of truth its packages are generated from.
 *
 * @throws InvalidArgumentError when the name or a model is not of the form it must have
 */
export function defineSchema(input: SchemaInput): EnvSchema {
  envNames(input.name);
  return {
    name: input.name,
    description: input.description ?? "",
    action: toModel("action", input.action),
    observation: toModel("observation", input.observation),
    state: toModel("state", input.state ?? {}, true),
    reset: toModel("reset", input.reset ?? {}),
  };
}

function toModel(part: string, model: ModelInput, open = false): z.ZodType {
  if (isZodType(model)) return model;
  if (typeof model !== "object" || model === null || !Object.values(model).every(isZodType)) {
    throw new InvalidArgumentError(part, `${part} must be a zod schema, or an object whose members are zod schemas.`);
  }
  // Pydantic's models: actions and observations refuse unknown keys, the state allows them (PROTOCOL §7.1).
  return open ? z.looseObject(model) : z.strictObject(model);
}

function isZodType(value: unknown): value is z.ZodType {
  return typeof value === "object" && value !== null && "_zod" in value;
}
