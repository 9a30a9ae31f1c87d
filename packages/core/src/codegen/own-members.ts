/**
 * Objects with properties named like those that every JavaScript object inherits: `constructor`, `__proto__`. zod reads
 * an absent one from the prototype, and does not read or write `__proto__` at all.
 */
import { z } from "zod";

import { raiseIssues } from "./raise-issues.ts";

/**
 * Validates an object by its own members only.
 *
 * @param object the schema, without the property `__proto__`
 * @param proto what `__proto__` must hold where the schema has such a property
 */
export function ownMembers<Out, In>(object: z.ZodType<Out, In>): z.ZodType<Out, In>;
export function ownMembers<Out, In, ProtoOut, ProtoIn>(
  object: z.ZodType<Out, In>,
  proto: z.ZodType<ProtoOut, ProtoIn>,
): z.ZodType<Out & { ["__proto__"]: ProtoOut }, In & { ["__proto__"]: ProtoIn }>;
export function ownMembers<Out, In>(object: z.ZodType<Out, In>, proto?: z.ZodType): z.ZodType<Out, In> {
  return z.unknown().transform((value: unknown, context) => {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    const { rest, own } = isObject ? split(value, proto !== undefined) : { rest: value, own: undefined };
    const result = object.safeParse(rest);
    const protoResult = isObject ? proto?.safeParse(own) : undefined;
    raiseIssues(result.error, context, value);
    raiseIssues(protoResult?.error, context, own, "__proto__");
    if (!result.success || protoResult?.success === false) return z.NEVER;
    if (own !== undefined) define(result.data as object, protoResult?.data);
    return result.data;
  }) as unknown as z.ZodType<Out, In>;
}

/** The members in an object that inherits nothing, and the one named `__proto__` apart. */
function split(value: object, apart: boolean): { rest: object; own: unknown } {
  const rest = Object.assign(Object.create(null) as Record<string, unknown>, value);
  const own = Object.hasOwn(rest, "__proto__") ? rest["__proto__"] : undefined;
  if (apart) delete rest["__proto__"];
  return { rest, own: apart ? own : undefined };
}

function define(object: object, value: unknown): void {
  Object.defineProperty(object, "__proto__", { value, enumerable: true, configurable: true, writable: true });
}
