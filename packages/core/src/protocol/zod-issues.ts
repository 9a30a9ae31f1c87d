/**
 * Translates what zod found wrong into what Pydantic would have said (PROTOCOL §1.10): same `type`, same `loc`.
 *
 * zod does not know which of Pydantic's kinds a place has (an enum or a literal, a model or a dict), so the place is
 * looked up in the JSON Schema the environment publishes. This runs only after a failure.
 */
import type { z } from "zod";

import type { JsonObject } from "../types.ts";
import { isJsonObject } from "./client-message.ts";
import { describeMismatch } from "./mismatch.ts";
import { SchemaPlace } from "./schema-place.ts";
import type { ValidationIssue } from "./validation-issue.ts";

type ZodIssue = z.core.$ZodIssue;

/**
 * @param error what zod threw
 * @param value the value that was checked
 * @param schema the JSON Schema of that value
 */
export function toValidationIssues(error: z.core.$ZodError, value: unknown, schema: JsonObject): ValidationIssue[] {
  const root = new SchemaPlace(schema, schema, [], value);
  // An integer that is too large fails zod's check of its size as well as the schema's own bound.
  const seen = new Set<string>();
  return error.issues
    .flatMap((issue) => translate(issue, root))
    .filter(({ type, loc }) => seen.size < seen.add(JSON.stringify([type, loc])).size);
}

function translate(issue: ZodIssue, root: SchemaPlace): ValidationIssue[] {
  const place = root.descend(issue.path as (string | number)[]);
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => extraKey(place.inside(), key));
    case "invalid_union":
      return translateUnion(issue, place, root);
    case "invalid_key":
      return [
        { type: "invalid_key", loc: [...place.loc, "[key]"], msg: "Keys should be valid strings", input: place.value },
      ];
    case "too_small":
      return missingItems(place) ?? describeAtBranches(issue, place);
    default:
      return describeAtBranches(issue, place);
  }
}

/**
 * zod tells of one branch alone when the value is of that branch's type and only out of its bounds. Pydantic tells of
 * the others too.
 */
function describeAtBranches(issue: ZodIssue, place: SchemaPlace): ValidationIssue[] {
  const branches = place.missing ? [] : place.branches();
  if (branches.length < 2 || issue.code === "invalid_type") return [describeMismatch(issue, place)];
  const otherType: ZodIssue = { code: "invalid_type", expected: "unknown", path: issue.path, message: issue.message };
  return branches.map((branch) => describeMismatch(branch.isOfItsType() ? issue : otherType, branch));
}

/** Of a tuple that is too short, each item that it lacks. */
function missingItems({ node, value, loc }: SchemaPlace): ValidationIssue[] | undefined {
  if (!Array.isArray(node.prefixItems) || !Array.isArray(value)) return undefined;
  return (node.prefixItems as unknown[]).slice(value.length).map((_, index) => {
    return { type: "missing", loc: [...loc, value.length + index], msg: "Field required", input: value as unknown };
  });
}

function extraKey(place: SchemaPlace, key: string): ValidationIssue {
  const input = isJsonObject(place.value) ? place.value[key] : undefined;
  return { type: "extra_forbidden", loc: [...place.loc, key], msg: "Extra inputs are not permitted", input };
}

function translateUnion(issue: z.core.$ZodIssueInvalidUnion, place: SchemaPlace, root: SchemaPlace): ValidationIssue[] {
  if (issue.discriminator !== undefined) {
    return [unknownTag(root.descend(issue.path.slice(0, -1) as (string | number)[]), issue.discriminator)];
  }
  const branches = place.branches();
  // One schema node that zod needs a union for, such as an integer of any size.
  if (place.missing || branches.length !== issue.errors.length) return [describeMismatch(issue, place)];
  return issue.errors.flatMap((errors, index) => {
    const branch = branches[index];
    return branch === undefined ? [] : errors.flatMap((error) => translate(error, branch));
  });
}

function unknownTag(place: SchemaPlace, discriminator: string): ValidationIssue {
  const quoted = `'${discriminator}'`;
  if (isJsonObject(place.value) && Object.hasOwn(place.value, discriminator)) {
    const tag = String(place.value[discriminator]);
    return {
      type: "union_tag_invalid",
      loc: place.loc,
      msg: `Input tag '${tag}' found using ${quoted} does not match any of the expected tags`,
      input: place.value,
      ctx: { discriminator: quoted, tag, expected_tags: expectedTags(place) },
    };
  }
  return {
    type: "union_tag_not_found",
    loc: place.loc,
    msg: `Unable to find the discriminator ${quoted}`,
    input: place.value,
    ctx: { discriminator: quoted },
  };
}

function expectedTags({ node }: SchemaPlace): string {
  const mapping = isJsonObject(node.discriminator) ? node.discriminator.mapping : undefined;
  return isJsonObject(mapping)
    ? Object.keys(mapping)
        .map((tag) => `'${tag}'`)
        .join(", ")
    : "";
}
