/**
 * The tools of an environment made ready for serving: how they are listed in each dialect, and the check of what goes in
 * and comes out. It calls nothing.
 */
import { z } from "zod";

import { InvalidArgumentError } from "../errors/local-errors.ts";
import { withExactIntegers } from "../protocol/exact-integers.ts";
import { stringifyJson } from "../protocol/json.ts";
import { toJsonValue } from "../protocol/json-value.ts";
import { toCallToolResult, type CallToolResult } from "../protocol/tool-call.ts";
import { formatIssue } from "../protocol/validation-issue.ts";
import { toValidationIssues } from "../protocol/zod-issues.ts";
import { checkToolName } from "../schema/tool-names.ts";
import type { EnvSpec, EnvTypes, JsonObject, ToolManifest, ToolValidators } from "../types.ts";

/** Arguments as the tool takes them, or what is wrong with them. */
export type ParsedArguments = { readonly value: object } | { readonly problem: string };

/** One tool. */
export class HostedTool {
  readonly manifest: ToolManifest;
  readonly #validators: ToolValidators;
  /** Structured content must be an object, so that any other value is put into one, as FastMCP does. */
  readonly wrapped: boolean;
  #arguments: z.ZodType | undefined;

  constructor(manifest: ToolManifest, validators: ToolValidators) {
    this.manifest = manifest;
    this.#validators = validators;
    this.wrapped = manifest.outputSchema !== null && manifest.outputSchema.type !== "object";
  }

  parseArguments(given: JsonObject): ParsedArguments {
    this.#arguments ??= z.compile(this.#validators.arguments);
    const result = this.#arguments.safeParse(given);
    if (result.success) return { value: result.data as object };
    const exact = withExactIntegers(given, result.error);
    const again = exact && this.#arguments.safeParse(exact);
    if (again?.success) return { value: again.data as object };
    const issues = toValidationIssues(result.error, given, this.manifest.inputSchema);
    return { problem: `Invalid arguments of ${this.manifest.name}: ${issues.map(formatIssue).join("; ")}` };
  }

  /** @throws TypeError when the value does not fit the tool's own schema; SerializationError when it is no JSON */
  toResult(given: unknown): CallToolResult {
    const value = this.#checked(toJsonValue(given ?? null, "result"));
    return toCallToolResult(value, textOf(value), this.wrapped);
  }

  #checked(value: unknown): unknown {
    const { result: schema } = this.#validators;
    if (schema === null) return value;
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    const issues = toValidationIssues(result.error, value, this.manifest.outputSchema ?? {});
    throw new TypeError(
      `${this.manifest.name} gave what does not fit its schema: ${issues.map(formatIssue).join("; ")}`,
    );
  }
}

/** All tools of an environment, in the order they were declared. */
export class ToolSet {
  /** Whether the environment has no actions of its own. */
  readonly only: boolean;
  /** What `list_tools` answers. */
  readonly stepList: readonly JsonObject[];
  /** What `tools/list` answers on `/mcp`: FastMCP's dump of its models, nulls included. */
  readonly rpcList: readonly JsonObject[];
  readonly #tools: ReadonlyMap<string, HostedTool>;

  private constructor(spec: EnvSpec<EnvTypes>, manifests: readonly ToolManifest[], validators: ReadonlyValidators) {
    this.only = spec.manifest.toolsOnly ?? false;
    const tools = manifests.map((manifest) => new HostedTool(manifest, validatorsOf(manifest.name, validators)));
    this.#tools = new Map(tools.map((tool) => [tool.manifest.name, tool]));
    this.stepList = manifests.map(({ name, description, inputSchema }) => {
      return { name, description, input_schema: inputSchema };
    });
    this.rpcList = tools.map(describeForRpc);
  }

  /**
   * @returns `undefined` for an environment without tools
   * @throws InvalidArgumentError for a name that a tool cannot have
   */
  static of(spec: EnvSpec<EnvTypes>): ToolSet | undefined {
    const { tools = [] } = spec.manifest;
    for (const { name } of tools) checkToolName(name);
    return tools.length === 0 ? undefined : new ToolSet(spec, tools, spec.tools ?? []);
  }

  get names(): readonly string[] {
    return [...this.#tools.keys()];
  }

  get tools(): readonly HostedTool[] {
    return [...this.#tools.values()];
  }

  find(name: string): HostedTool | undefined {
    return this.#tools.get(name);
  }
}

type ReadonlyValidators = readonly ToolValidators[];

function validatorsOf(name: string, validators: ReadonlyValidators): ToolValidators {
  const found = validators.find((each) => each.name === name);
  if (found === undefined) throw new InvalidArgumentError("tools", `The spec has no validators of the tool "${name}".`);
  return found;
}

function describeForRpc({ manifest, wrapped }: HostedTool): JsonObject {
  const { name, description, inputSchema, outputSchema } = manifest;
  return {
    name,
    title: null,
    description,
    inputSchema,
    outputSchema: outputSchema === null ? null : structuredSchema(outputSchema, wrapped),
    icons: null,
    annotations: null,
    meta: null,
    execution: null,
  };
}

/** The schema of a tool's structured content. References of the value's schema go on pointing to its `$defs`. */
export function structuredSchema(outputSchema: JsonObject, wrapped: boolean): JsonObject {
  if (!wrapped) return outputSchema;
  const { $defs, ...value } = outputSchema;
  return {
    type: "object",
    properties: { result: value },
    required: ["result"],
    ...($defs !== undefined && { $defs }),
    "x-fastmcp-wrap-result": true,
  };
}

/** What a language model reads: a text as it is, anything else as JSON, nothing for `null`. */
function textOf(value: unknown): string | undefined {
  if (value === null) return undefined;
  return typeof value === "string" ? value : stringifyJson(value);
}
