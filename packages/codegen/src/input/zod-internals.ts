/**
 * The one place that reads how a zod schema was made. zod documents these for library authors.
 */
import type { z } from "zod";

/** How a schema was defined; a union over all of zod's types. */
export type Definition = z.core.$ZodTypes["_zod"]["def"];
export type CheckDefinition = z.core.$ZodChecks["_zod"]["def"] | z.core.$ZodCustomDef;

export function definitionOf(schema: z.core.$ZodType): Definition {
  // oxlint-disable-next-line no-underscore-dangle
  return schema._zod.def as Definition;
}

export function checksOf(schema: z.core.$ZodType): CheckDefinition[] {
  // oxlint-disable-next-line no-underscore-dangle
  return (schema._zod.def.checks ?? []).map((check) => check._zod.def as CheckDefinition);
}

/** Whether a value is a zod schema, also one of another copy of zod. */
export function isZodType(value: unknown): value is z.ZodType {
  return typeof value === "object" && value !== null && "_zod" in value;
}
