/**
 * A client for the tools of any environment, without generated code: what Python calls `MCPToolClient`.
 */
import type { GenericTypes } from "../types.ts";
import { EnvClient } from "./client.ts";

/**
 * Lists and calls tools, beside `reset`, `step` and `state` on the same session. Every client can do that; this is the
 * one for an environment that nothing is known about. A call gives the tool's plain value and rejects with `ToolError`
 * when it fails.
 */
export class McpToolClient extends EnvClient<GenericTypes> {}
