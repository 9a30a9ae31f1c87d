/** What becomes of a call of a tool, and how the step dialect tells it. */
import { TimeoutError } from "../errors/local-errors.ts";
import type { CallToolResult, ToolErrorType, ToolFailure } from "../protocol/tool-call.ts";
import { errorMessage } from "../protocol/server-message.ts";
import type { ObservationData } from "../protocol/server-message.ts";
import type { ToolSet } from "./tool-set.ts";

/** A failure is an outcome like any other: nothing is thrown. */
export type ToolOutcome = { readonly result: CallToolResult } | { readonly error: ToolFailure };

/** The outcome of a call that failed. */
export function toolFailed(type: ToolErrorType, message: string): ToolOutcome {
  return { error: { error_type: type, message } };
}

/** The outcome of a call in which something was thrown. */
export function toolThrew(error: unknown): ToolOutcome {
  return toolFailed(error instanceof TimeoutError ? "timeout" : "execution_error", errorMessage(error));
}

/** The observation of a step that called a tool. */
export function callObservation(name: string, outcome: ToolOutcome): ObservationData {
  const told = "result" in outcome ? { result: outcome.result, error: null } : { result: null, error: outcome.error };
  return { observation: { tool_name: name, ...told, metadata: {} }, reward: null, done: false };
}

/** The observation of a step that listed the tools. */
export function listObservation({ stepList }: ToolSet): ObservationData {
  return { observation: { tools: stepList, metadata: {} }, reward: null, done: false };
}
