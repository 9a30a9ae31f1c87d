/**
 * Reads what a server of another version, or of another language, may send where the schema is stricter. Runs only
 * after a value has failed its schema, so a server of this version costs nothing.
 *
 * - Keys a newer server added are left out.
 * - `null` where a float is due is `NaN`: that is how numbers that are not finite travel (PROTOCOL §2.6).
 */
import type { z } from "zod";

import { SchemaPlace } from "../protocol/schema-place.ts";
import type { JsonObject } from "../types.ts";

type Path = readonly PropertyKey[];

/** One thing that may be tolerated. */
type Repair =
  | { readonly remove: readonly string[]; readonly path: Path }
  | { readonly notFinite: true; readonly path: Path };

/**
 * Parses again without what may be tolerated. Anything else that is wrong stays wrong.
 *
 * @param value JSON of this process's own
 */
export function parseTolerantly<Out>(
  schema: z.ZodType<Out>,
  value: JsonObject,
  error: z.core.$ZodError,
  jsonSchema: JsonObject,
): z.ZodSafeParseResult<Out> {
  const repairs = plan(error.issues, [], new SchemaPlace(jsonSchema, jsonSchema, [], value));
  if (repairs === null) return { success: false, error: error as z.ZodError<Out> };
  const repaired = structuredClone(value);
  const notFinite = repairs.filter((repair) => "notFinite" in repair);
  for (const repair of repairs) {
    if ("remove" in repair) for (const key of repair.remove) change(repaired, [...repair.path, key], undefined);
    else change(repaired, repair.path, 0);
  }
  const result = schema.safeParse(repaired);
  if (result.success) for (const { path } of notFinite) change(result.data, path, Number.NaN);
  return result;
}

/** What would make the issues go away, or `null` when one of them may not be tolerated. */
function plan(issues: readonly z.core.$ZodIssue[], above: Path, root: SchemaPlace): Repair[] | null {
  const repairs: Repair[] = [];
  for (const issue of issues) {
    const path = [...above, ...issue.path];
    if (issue.code === "unrecognized_keys") {
      repairs.push({ remove: issue.keys, path });
    } else if (issue.code === "invalid_type" && issue.expected === "number" && isNullForFloat(root, path)) {
      repairs.push({ notFinite: true, path });
    } else if (issue.code === "invalid_union") {
      // The branch that is meant is the one in which nothing is wrong that may not be tolerated.
      const branch = issue.errors.map((errors) => plan(errors, path, root)).find((found) => found !== null);
      if (branch === undefined) return null;
      repairs.push(...branch);
    } else {
      return null;
    }
  }
  return repairs;
}

/** An integer field has no such values, so `null` there is wrong. */
function isNullForFloat(root: SchemaPlace, path: Path): boolean {
  const place = root.descend(path as (string | number)[]);
  return place.value === null && !place.missing && place.node.type === "number";
}

/** Sets a member, or removes it. */
function change(value: unknown, path: Path, replacement: number | undefined): void {
  let holder = value;
  for (const key of path.slice(0, -1)) {
    if (typeof holder !== "object" || holder === null || !Object.hasOwn(holder, key)) return;
    holder = (holder as Record<PropertyKey, unknown>)[key];
  }
  const key = path.at(-1);
  if (typeof holder !== "object" || holder === null || key === undefined) return;
  if (replacement === undefined) Reflect.deleteProperty(holder, key);
  else Reflect.set(holder, key, replacement);
}
