/** What the HTTP routes see of a server. Types only, no code. */
import type { CompiledSpec } from "../compiled-spec.ts";
import type { EnvironmentDefinition } from "../definition.ts";
import type { Execution } from "../execution.ts";
import type { ServerStatus } from "../env-server.ts";

import type { McpHost } from "../mcp.ts";
import type { ServerSettings } from "../settings.ts";
import type { StepLimits } from "../step-limits.ts";

export interface HttpHost extends McpHost {
  readonly name: string;
  readonly definition: EnvironmentDefinition;
  readonly execution: Execution;
  readonly spec: CompiledSpec;
  readonly stepLimits: StepLimits;
  readonly settings: ServerSettings;
  readonly status: ServerStatus;
  readonly ready: Promise<void>;
  readonly activeSessions: number;
  readonly queuedSessions: number;
  /** Told of every error before it is answered; what it gives is answered. */
  report(error: unknown): unknown;
}

/** One route. A path may hold one `{env_name}`. */
export interface Route {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  /** Whether HEAD is answered too. Default `false`, as FastAPI's API routes do. */
  readonly head?: boolean;
  handle(request: Request, params: RouteParams): Promise<Response> | Response;
}

export interface RouteParams {
  /** The path segment in place of `{env_name}`; empty elsewhere. */
  readonly envName: string;
}
