/** What both controls print of a schema, with as little thought as will do: no models, no checks, no long lines broken. */
import type { Schema } from "./environments.ts";

export function typeOf(schema: Schema, root: Schema): string {
  const target = resolve(schema, root);
  const variants = variantsOf(target);
  if (variants !== undefined) return variants.map((variant) => typeOf(variant, root)).join(" | ");
  if (Array.isArray(target["enum"])) return target["enum"].map((value) => JSON.stringify(value)).join(" | ");
  if ("const" in target) return JSON.stringify(target["const"]);
  switch (target["type"]) {
    case "string":
    case "boolean":
    case "null":
    case "number":
      return target["type"];
    case "integer":
      return "number";
    case "array":
      return `Array<${typeOf((target["items"] ?? {}) as Schema, root)}>`;
    case "object": {
      const members = membersOf(target).map(({ name, schema: member, required }) => {
        return `${JSON.stringify(name)}${required ? "" : "?"}: ${typeOf(member, root)}`;
      });
      return members.length === 0 ? "Record<string, unknown>" : `{ ${members.join("; ")} }`;
    }
    default:
      return "unknown";
  }
}

export function validatorOf(schema: Schema, root: Schema): string {
  const target = resolve(schema, root);
  const variants = variantsOf(target);
  if (variants !== undefined) return `z.union([${variants.map((variant) => validatorOf(variant, root)).join(", ")}])`;
  if (Array.isArray(target["enum"])) return `z.literal(${JSON.stringify(target["enum"])})`;
  if ("const" in target) return `z.literal(${JSON.stringify(target["const"])})`;
  switch (target["type"]) {
    case "string":
    case "boolean":
    case "null":
      return `z.${target["type"]}()`;
    case "number":
    case "integer": {
      const least = typeof target["minimum"] === "number" ? `.min(${target["minimum"]})` : "";
      return `${target["type"] === "integer" ? "z.int()" : "z.number()"}${least}`;
    }
    case "array":
      return `z.array(${validatorOf((target["items"] ?? {}) as Schema, root)})`;
    case "object": {
      const members = membersOf(target).map(({ name, schema: member, required }) => {
        return `${JSON.stringify(name)}: ${validatorOf(member, root)}${required ? "" : ".optional()"}`;
      });
      return members.length === 0 ? "z.record(z.string(), z.unknown())" : `z.strictObject({ ${members.join(", ")} })`;
    }
    default:
      return "z.unknown()";
  }
}

export interface Member {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

export function membersOf(schema: Schema): Member[] {
  const required = new Set((schema["required"] ?? []) as string[]);
  return Object.entries((schema["properties"] ?? {}) as Record<string, Schema>).map(([name, member]) => {
    return { name, schema: member, required: required.has(name) };
  });
}

function variantsOf(schema: Schema): readonly Schema[] | undefined {
  return (schema["anyOf"] ?? schema["oneOf"]) as readonly Schema[] | undefined;
}

/** References are only followed into `$defs`, which is where Pydantic's lead. */
function resolve(schema: Schema, root: Schema): Schema {
  const ref = schema["$ref"];
  if (typeof ref !== "string") return schema;
  const found = ((root["$defs"] ?? {}) as Record<string, Schema>)[ref.slice(ref.lastIndexOf("/") + 1)] ?? {};
  // Within a model that holds itself, `unknown` ends it.
  return found["$defs"] === undefined && JSON.stringify(found).includes(ref) ? {} : found;
}
