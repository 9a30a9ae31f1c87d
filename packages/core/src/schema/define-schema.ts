/**
 * What an author's `schema.ts` calls. It only holds the zod schemas together; codegen reads them.
 */
import { z } from "zod";

import { InvalidArgumentError } from "../errors/local-errors.ts";
import { envNames } from "./names.ts";
import { checkToolName } from "./tool-names.ts";

/** The fields of a model, or a whole zod schema (a union of objects, say). */
export type ModelInput = Readonly<Record<string, z.ZodType>> | z.ZodType;

/** One tool as an author declares it. */
export interface ToolInput {
  /** What a language model is told about it. */
  readonly description?: string;
  /** Its arguments by name, or a zod schema of an object. Default: none. */
  readonly input?: ModelInput;
  /** What it gives: a zod schema, or the fields of an object. Default: any JSON value. */
  readonly output?: ModelInput;
}

/** What {@link defineSchema} takes. Field names are the names on the wire. */
export interface SchemaInput {
  /** `echo_env`: see {@link envNames}. */
  readonly name: string;
  /** One sentence for `/metadata` and the packages' `package.json`. */
  readonly description?: string;
  /** What a step takes. `metadata` comes with the base. May be left out where there are tools: a step is a call then. */
  readonly action?: ModelInput;
  /**
   * What a reset or step answers. `reward`, `done` and `metadata` come with the base. Left out where the action is:
   * a reset then answers without fields of its own.
   */
  readonly observation?: ModelInput;
  /** Own state fields. `episode_id` and `step_count` come with the base. Default: none. */
  readonly state?: ModelInput;
  /** Own reset parameters. `seed` and `episode_id` come with the base. Default: none, others are ignored. */
  readonly reset?: ModelInput;
  /**
   * Tools by name: what a client may call by MCP or by a step beside the actions (PROTOCOL §3). `reset`, `step`, `state`
   * and `close` are taken. A tool called `__proto__` is written `["__proto__"]`.
   */
  readonly tools?: Readonly<Record<string, ToolInput>>;
}

/** A tool, ready for codegen. */
export interface ToolSchema {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType;
  /** `undefined` for any JSON value. */
  readonly output: z.ZodType | undefined;
}

/** An environment's schemas, ready for codegen. */
export interface EnvSchema {
  readonly name: string;
  readonly description: string;
  readonly action: z.ZodType;
  readonly observation: z.ZodType;
  readonly state: z.ZodType;
  readonly reset: z.ZodType;
  readonly tools: readonly ToolSchema[];
  /** Whether every step is a call of a tool. `action` is that call then, and `observation` what a reset answers. */
  readonly toolsOnly: boolean;
}

/**
 * Declares an environment's schemas: the single source of truth its packages are generated from.
 *
 * @throws InvalidArgumentError when the name, a model or a tool is not of the form it must have
 */
export function defineSchema(input: SchemaInput): EnvSchema {
  envNames(input.name);
  const tools = Object.entries(input.tools ?? {}).map(([name, tool]) => toTool(name, tool));
  const toolsOnly = input.action === undefined && input.observation === undefined && tools.length > 0;
  return {
    name: input.name,
    description: input.description ?? "",
    action: toolsOnly ? CALL_TOOL : toModel("action", input.action),
    observation: toolsOnly ? z.looseObject({}) : toModel("observation", input.observation),
    state: toModel("state", input.state ?? {}, true),
    reset: toModel("reset", input.reset ?? {}),
    tools,
    toolsOnly,
  };
}

/** The action of an environment that has tools only. */
const CALL_TOOL: z.ZodType = z
  .strictObject({
    type: z.literal("call_tool").default("call_tool").describe("Always this: a listing is another action."),
    tool_name: z.string().describe("The tool to call."),
    arguments: z.record(z.string(), z.unknown()).default({}).describe("Its arguments by name."),
  })
  .meta({ title: "CallToolAction" });

function toTool(name: string, { description = "", input = {}, output }: ToolInput): ToolSchema {
  checkToolName(name);
  return {
    name,
    description,
    input: toModel(`tools.${name}.input`, input),
    output: output === undefined ? undefined : toModel(`tools.${name}.output`, output),
  };
}

function toModel(part: string, model: ModelInput | undefined, open = false): z.ZodType {
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
