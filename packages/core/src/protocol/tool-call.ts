/**
 * Tools on the wire, in the step dialect: the two actions that every environment with tools understands, and the
 * observations that answer them (PROTOCOL §3.4, §3.5).
 */
import { z } from "zod";

import type { JsonObject } from "../types.ts";
import type { ValidationIssue } from "./validation-issue.ts";
import { toValidationIssues } from "./zod-issues.ts";

/** Why a call of a tool failed. */
export const TOOL_ERROR_TYPES = [
  "execution_error",
  "invalid_args",
  "transport_error",
  "tool_not_found",
  "timeout",
] as const;

export type ToolErrorType = (typeof TOOL_ERROR_TYPES)[number];

/** A failed call, as an observation tells it: a result, not an exception. */
export interface ToolFailure {
  readonly error_type: ToolErrorType;
  readonly message: string;
}

/** One piece of what a tool gave, for a language model to read. */
export interface TextContent {
  readonly type: "text";
  readonly text: string;
  readonly annotations: null;
  readonly meta: null;
}

/** What a tool gave, with the keys of FastMCP's own `CallToolResult`; `data` is the plain value. */
export interface CallToolResult<T = unknown> {
  readonly content: readonly TextContent[];
  readonly structured_content: JsonObject | null;
  readonly meta: JsonObject | null;
  readonly data: T;
  readonly is_error: false;
}

/** What {@link ToolAction} is read from. */
const CallTool = z.strictObject({
  type: z.literal("call_tool").default("call_tool"),
  tool_name: z.string(),
  arguments: z.record(z.string(), z.unknown()).default({}),
  metadata: z.record(z.string(), z.unknown()).optional(),
});
const ListTools = CallTool.omit({ tool_name: true, arguments: true }).extend({ type: z.literal("list_tools") });

const metadata: JsonObject = { type: "object", additionalProperties: true };
const callToolSchema: JsonObject = {
  type: "object",
  properties: {
    type: { const: "call_tool", type: "string" },
    tool_name: { type: "string" },
    arguments: { type: "object", additionalProperties: true },
    metadata,
  },
  required: ["tool_name"],
  additionalProperties: false,
};
const listToolsSchema: JsonObject = {
  type: "object",
  properties: { type: { const: "list_tools", type: "string" }, metadata },
  additionalProperties: false,
};

/** A step that is about tools. A class, so that it can be told from an action of the environment's own. */
export class ToolAction {
  readonly type: "list_tools" | "call_tool";
  /** Empty for a listing. */
  readonly name: string;
  readonly arguments: JsonObject;

  constructor(type: "list_tools" | "call_tool", name = "", args: JsonObject = {}) {
    this.type = type;
    this.name = name;
    this.arguments = args;
  }
}

/**
 * Reads an action of an environment with tools.
 *
 * @param only whether the environment has no actions of its own: a missing `type` means a call then, and no other is known
 * @returns `undefined` for an action of the environment's own, or what is wrong with one that is not
 */
export function readToolAction(data: JsonObject, only: boolean): ToolAction | readonly ValidationIssue[] | undefined {
  if (data.type === "list_tools") {
    const result = ListTools.safeParse(data);
    return result.success ? new ToolAction("list_tools") : toValidationIssues(result.error, data, listToolsSchema);
  }
  if (data.type !== "call_tool" && !only) return undefined;
  const result = CallTool.safeParse(data);
  if (!result.success) return toValidationIssues(result.error, data, callToolSchema);
  return new ToolAction("call_tool", result.data.tool_name, result.data.arguments);
}

/** What a tool's value becomes on the wire. `wrapped` where its schema is no object, which structured content must be. */
export function toCallToolResult(value: unknown, text: string | undefined, wrapped: boolean): CallToolResult {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const structured = wrapped ? { result: value } : isObject ? (value as JsonObject) : null;
  return {
    content: text === undefined ? [] : [{ type: "text", text, annotations: null, meta: null }],
    structured_content: structured,
    meta: wrapped ? { fastmcp: { wrap_result: true } } : null,
    data: value,
    is_error: false,
  };
}
