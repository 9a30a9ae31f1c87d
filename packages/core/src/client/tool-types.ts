/**
 * Tools as a client sees them. Types only, but for the two actions.
 */
import type { CallToolResult, ToolFailure } from "../protocol/tool-call.ts";
import type { EnvTypes, JsonObject, ToolName, ToolOf } from "../types.ts";
import type { CallOptionsOf, Mode, Ret } from "./env-methods.ts";

/** What a server tells about one tool. */
export interface ToolInfo {
  readonly name: string;
  /** Empty where there is none. */
  readonly description: string;
  /** The JSON Schema of its arguments. */
  readonly inputSchema: JsonObject;
  /** That of its structured content, where the server tells it. */
  readonly outputSchema?: JsonObject | undefined;
}

/** A step that calls a tool: it counts, and what becomes of it is an observation. */
export interface CallToolAction<Name extends string = string, Arguments extends object = JsonObject> {
  readonly type: "call_tool";
  readonly tool_name: Name;
  readonly arguments?: Arguments | undefined;
}

/** A step that calls a tool, for {@link EnvMethods.step}: `CallToolAction({ tool_name: "add", arguments: { a: 1 } })`. */
export function CallToolAction<const Name extends string, const Arguments extends object = Record<never, never>>(
  call: Omit<CallToolAction<Name, Arguments>, "type">,
): CallToolAction<Name, Arguments> {
  return { type: "call_tool", ...call };
}

/** A step that lists the tools. */
export interface ListToolsAction {
  readonly type: "list_tools";
}

/** A step that lists the tools, for {@link EnvMethods.step}. */
export function ListToolsAction(): ListToolsAction {
  return { type: "list_tools" };
}

/** What a step that calls a tool gives. A failure is no exception: `error` tells it, and `result` is `null`. */
export interface CallToolObservation<Name extends string = string, Result = unknown> {
  readonly tool_name: Name;
  readonly result: CallToolResult<Result> | null;
  readonly error: ToolFailure | null;
}

/** What a step that lists the tools gives. */
export interface ListToolsObservation {
  readonly tools: readonly { readonly name: string; readonly description: string; readonly input_schema: JsonObject }[];
}

/** The action that calls one tool of an environment. */
export type CallActionOf<T extends EnvTypes, N extends ToolName<T>> = CallToolAction<N, ToolOf<T, N>["argumentsInput"]>;

/** A tool's name: of an environment whose tools are not known, any. */
export type NameOf<T extends EnvTypes> = ToolName<T> | (string & {});

/** What a tool gives; of one that is not known, anything. */
export type ResultOf<T extends EnvTypes, N> = N extends ToolName<T> ? ToolOf<T, N>["result"] : unknown;

/** The arguments of a tool and the limits of the call. Arguments may be left out where none must be given. */
export type CallParameters<M extends Mode, T extends EnvTypes, N> =
  N extends ToolName<T>
    ? ParametersOf<M, ToolOf<T, N>["argumentsInput"]>
    : [args?: JsonObject, options?: CallOptionsOf<M>];

type ParametersOf<M extends Mode, Arguments extends object> =
  Record<never, never> extends Arguments
    ? [args?: Arguments, options?: CallOptionsOf<M>]
    : [args: Arguments, options?: CallOptionsOf<M>];

/** One method for each tool: `env.tools.echoMessage({ message })`. */
export type ToolMethods<M extends Mode, T extends EnvTypes> = {
  readonly [N in ToolName<T> as ToolOf<T, N>["method"]]: (
    ...parameters: ParametersOf<M, ToolOf<T, N>["argumentsInput"]>
  ) => Ret<M, ToolOf<T, N>["result"]>;
};
