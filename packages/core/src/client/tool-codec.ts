/**
 * The messages about tools: writes calls in either dialect and reads what comes back, from a server of this package or
 * from Python's (PROTOCOL §3.4, §3.5, §10.9). Knows nothing of connections.
 */
import { ProtocolViolationError, ToolError } from "../errors/local-errors.ts";
import { ValidationError } from "../errors/wire-errors.ts";
import { isJsonObject } from "../protocol/client-message.ts";
import { withExactIntegers } from "../protocol/exact-integers.ts";
import { parseJson, stringifyJson } from "../protocol/json.ts";
import { readObservation } from "../protocol/reply.ts";
import { formatIssue } from "../protocol/validation-issue.ts";
import { toValidationIssues } from "../protocol/zod-issues.ts";
import type { EnvSpec, EnvTypes, JsonObject, ToolManifest, ToolValidators } from "../types.ts";
import type { ToolCalls } from "./options.ts";
import type { ReadReply, RequestKind } from "./pending-request.ts";
import type { StepResult } from "./step-result.ts";
import type { ToolInfo } from "./tool-types.ts";

/** A message, ready to be sent, and what reads its reply. */
export interface ToolRequest {
  readonly kind: RequestKind;
  readonly text: string;
  readonly read: ReadReply;
}

/** What is known about one tool beforehand. */
interface KnownTool {
  readonly manifest: ToolManifest;
  readonly validators: ToolValidators | undefined;
}

export class ToolCodec<T extends EnvTypes> {
  readonly manifests: readonly ToolManifest[];
  readonly #known: ReadonlyMap<string, KnownTool>;
  readonly #only: boolean;
  readonly #byStep: boolean;
  #lastId = 0;

  /**
   * @param spec what is known of the environment, if anything
   * @param validate whether arguments and results are checked
   */
  constructor(spec: EnvSpec<T> | undefined, validate: boolean, calls: ToolCalls) {
    this.manifests = spec?.manifest.tools ?? [];
    this.#only = spec?.manifest.toolsOnly ?? false;
    this.#byStep = calls === "step";
    const validators = validate ? (spec?.tools ?? []) : [];
    this.#known = new Map(
      this.manifests.map((manifest) => {
        return [manifest.name, { manifest, validators: validators.find(({ name }) => name === manifest.name) }];
      }),
    );
  }

  list(read: (tools: ToolInfo[]) => unknown): ToolRequest {
    if (!this.#byStep) {
      return this.#rpc("tools/list", {}, (result) => read(toTools(isJsonObject(result) ? result.tools : undefined)));
    }
    const text = '{"type":"step","data":{"type":"list_tools"}}';
    return { kind: "step", text, read: (data) => read(toTools(readObservation(data).observation.tools)) };
  }

  /** @throws ValidationError for arguments that a known tool does not take */
  call(name: string, args: JsonObject): ToolRequest {
    this.#checkArguments(name, args);
    const finish = (result: unknown): unknown => this.#checked(name, valueOf(result));
    if (!this.#byStep) return this.#rpc("tools/call", { name, arguments: args }, finish, name);
    return { kind: "step", text: this.writeStep({ type: "call_tool", tool_name: name, arguments: args }), read };

    function read(data: JsonObject): unknown {
      const { observation } = readObservation(data);
      if (isJsonObject(observation.error)) throw failed(name, observation.error.message, observation.error.error_type);
      return finish(observation.result);
    }
  }

  /** Whether an action is about tools, and none of the environment's own. */
  isToolAction(action: object): boolean {
    if (this.manifests.length === 0) return false;
    const { type } = action as JsonObject;
    return type === "call_tool" || type === "list_tools" || (this.#only && type === undefined);
  }

  writeStep(action: object): string {
    return `{"type":"step","data":${stringifyJson(action)}}`;
  }

  /** Reads what a step about tools gives, the value of a known tool checked. */
  readonly readStep = (data: JsonObject): StepResult<JsonObject> => {
    const { observation, reward, done, metadata } = readObservation(data);
    const { metadata: _, ...fields } = observation;
    const { tool_name: name, result } = fields;
    if (typeof name !== "string" || !isJsonObject(result)) return { observation: fields, reward, done, metadata };
    const value = this.#checked(name, valueOf(result));
    return { observation: { ...fields, result: { ...result, data: value } }, reward, done, metadata };
  };

  #rpc(method: string, params: JsonObject, finish: (result: unknown) => unknown, tool = ""): ToolRequest {
    this.#lastId += 1;
    const id = this.#lastId;
    const text = `{"type":"mcp","data":${stringifyJson({ jsonrpc: "2.0", id, method, params })}}`;
    const read = (data: JsonObject): unknown => {
      if (data.id !== id)
        throw new ProtocolViolationError(`The server answered request ${id} with ${String(data.id)}.`);
      if (isJsonObject(data.error)) throw failed(tool, data.error.message, undefined, data.error);
      return finish(data.result);
    };
    return { kind: "mcp", text, read };
  }

  #checkArguments(name: string, args: JsonObject): void {
    const tool = this.#known.get(name);
    const result = tool?.validators?.arguments.safeParse(args);
    if (tool === undefined || result === undefined || result.success) return;
    const issues = toValidationIssues(result.error, args, tool.manifest.inputSchema);
    throw new ValidationError(issues, `Invalid arguments of ${name}: ${issues.map(formatIssue).join("; ")}`);
  }

  #checked(name: string, value: unknown): unknown {
    const tool = this.#known.get(name);
    const schema = tool?.validators?.result;
    if (tool === undefined || schema === undefined || schema === null) return value;
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    const exact = isJsonObject(value) ? withExactIntegers(value, result.error) : undefined;
    const again = exact && schema.safeParse(exact);
    if (again?.success) return again.data;
    const issues = toValidationIssues(result.error, value, tool.manifest.outputSchema ?? {});
    throw new ProtocolViolationError(
      `The tool ${name} gave what does not fit this client: ${issues.map(formatIssue).join("; ")}. ` +
        "Client and server may be of different versions.",
      { details: { tool: name, errors: issues } },
    );
  }
}

function toTools(tools: unknown): ToolInfo[] {
  if (!Array.isArray(tools)) throw new ProtocolViolationError("The server's answer to a listing has no list of tools.");
  return (tools as unknown[]).filter(isJsonObject).map(toTool);
}

/** Servers differ in the spelling; a Python one may send `null` for a description (PROTOCOL §3.4). */
function toTool(tool: JsonObject): ToolInfo {
  const { name, description, inputSchema = tool.input_schema, outputSchema = tool.output_schema } = tool;
  return {
    name: String(name),
    description: typeof description === "string" ? description : "",
    inputSchema: isJsonObject(inputSchema) ? inputSchema : {},
    ...(isJsonObject(outputSchema) && { outputSchema }),
  };
}

/**
 * The plain value of a tool's result. Where the server does not give it (PROTOCOL §9.1 row 23) it is read from the
 * structured content, else from the text.
 */
function valueOf(result: unknown): unknown {
  if (!isJsonObject(result)) return result;
  const structured = result.structured_content ?? result.structuredContent;
  if (result.data !== undefined && result.data !== null) return result.data;
  if (isJsonObject(structured)) return isWrapped(result, structured) ? structured.result : structured;
  if (!Array.isArray(result.content)) return "data" in result ? result.data : result;
  const [only, ...more] = result.content as unknown[];
  if (only === undefined) return null;
  return more.length === 0 && isJsonObject(only) && typeof only.text === "string" ? ofText(only.text) : result;
}

function isWrapped({ meta, _meta = meta }: JsonObject, structured: JsonObject): boolean {
  const fastmcp = isJsonObject(_meta) ? _meta.fastmcp : undefined;
  return (isJsonObject(fastmcp) && fastmcp.wrap_result === true) || Object.keys(structured).join() === "result";
}

function ofText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function failed(tool: string, message: unknown, errorType?: unknown, error?: JsonObject): ToolError {
  const details = { ...(tool !== "" && { tool }), ...(error && { rpcCode: error.code, data: error.data ?? null }) };
  const text = String(message);
  const type = typeof errorType === "string" ? errorType : undefined;
  return new ToolError(tool === "" ? text : `The tool ${tool} failed: ${text}`, type, { details });
}
