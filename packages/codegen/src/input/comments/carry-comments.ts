/**
 * Carries doc comments of a `schema.ts` into the schemas that were read from it, where zod has no text.
 */
import type { DiagnosticLog } from "../../diagnostics/diagnostic.ts";
import { isJsonArray, isJsonObject, member, type Json, type JsonObject } from "../../json/json.ts";
import type { EnvironmentSource } from "../../read/read-environment.ts";
import { describeSchema } from "./describe-schema.ts";
import { hasComments } from "./has-comments.ts";
import { SchemaSource, type CommentedMember } from "./schema-source.ts";

const PARTS = ["action", "observation", "state", "reset"] as const;

/** @param path the module that the environment was read from */
export async function carryComments(
  env: EnvironmentSource,
  path: string,
  log: DiagnosticLog,
): Promise<EnvironmentSource> {
  if (!lacksText(env) || !(await hasComments(path))) return env;
  const source = await SchemaSource.load(path).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    log.report("OE1020", path, `ts-morph cannot be loaded: ${reason.split("\n", 1)[0]}`);
  });
  return source === undefined ? env : describeEnvironment(env, source);
}

function describeEnvironment(env: EnvironmentSource, source: SchemaSource): EnvironmentSource {
  const definition = source.definition();
  const describe = (schema: Json, found: CommentedMember | undefined): JsonObject => {
    if (!isJsonObject(schema) || found === undefined) return schema as JsonObject;
    return describeSchema(schema, found.value, found.comment, source);
  };
  const parts = Object.fromEntries(PARTS.map((part) => [part, describe(env[part], definition.get(part))]));
  const toolsPlace = definition.get("tools");
  const toolMembers = toolsPlace && source.members(toolsPlace.value);
  const tools = env.tools?.map((tool) => {
    const found = toolMembers?.get(tool.name);
    if (found === undefined) return tool;
    const members = source.members(found.value);
    return {
      ...tool,
      description: tool.description === "" ? (found.comment.text ?? "") : tool.description,
      input: describe(tool.input, members.get("input")),
      output: tool.output && describe(tool.output, members.get("output")),
    };
  });
  return { ...env, ...parts, ...(tools && { tools }) };
}

/** Whether a comment could add anything. */
function lacksText({ action, observation, state, reset, tools = [] }: EnvironmentSource): boolean {
  const schemas = [action, observation, state, reset, ...tools.flatMap(({ input, output = null }) => [input, output])];
  return schemas.some(hasGap) || tools.some(({ description }) => description === "");
}

function hasGap(schema: Json): boolean {
  return isSilent(schema) || hasSilentMember(schema);
}

function hasSilentMember(schema: Json): boolean {
  if (isJsonArray(schema)) return schema.some(hasSilentMember);
  if (!isJsonObject(schema)) return false;
  const properties = member(schema, "properties");
  const members = isJsonObject(properties) ? Object.values(properties) : [];
  return members.some(isSilent) || Object.values(schema).some(hasSilentMember);
}

function isSilent(schema: Json): boolean {
  return isJsonObject(schema) && member(schema, "description") === undefined;
}
