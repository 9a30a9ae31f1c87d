/// <reference lib="esnext.disposable" preserve="true" />
/** `@openenv/core`: the client, the errors and the shared types. Servers are under `/server` and `/serve`. */

// For users.
export { EnvClient } from "./client/client.ts";
export { GenericEnvClient } from "./client/generic-client.ts";
export type { BatchOptions, BatchResult } from "./client/batch.ts";
export type { SyncEnv } from "./client/env-methods.ts";
export type { Episode, EpisodeOptions, Turn } from "./client/episode.ts";
export type { LaunchOptions, SyncLaunchOptions } from "./client/launch-options.ts";
export type { Lazy } from "./client/lazy.ts";
export type {
  CallOptions,
  ClientOptions,
  ConnectOptions,
  VerifySchema,
  SyncCallOptions,
  SyncConnectOptions,
} from "./client/options.ts";
export { HarnessClient } from "./client/harness-client.ts";
export type { HarnessClientOptions, HarnessReply } from "./client/harness-client.ts";
export type { HarnessEvent, HarnessEventType } from "./protocol/harness-event.ts";
export { McpToolClient } from "./client/mcp-tool-client.ts";
export type { ServerLimits } from "./client/server-limits.ts";
export type { StepResult } from "./client/step-result.ts";
export type { TaskChoice, TaskRange, TaskSplit } from "./client/task-routes.ts";
export { CallToolAction, ListToolsAction } from "./client/tool-types.ts";
export type { CallToolObservation, ListToolsObservation, ToolInfo } from "./client/tool-types.ts";
export {
  CapacityReachedError,
  ClientClosedError,
  ClientInUseError,
  ConnectionFailedError,
  ExecutionError,
  FactoryError,
  HarnessError,
  InvalidArgumentError,
  InvalidJsonError,
  MessageTooLargeError,
  OpenEnvError,
  ProtocolViolationError,
  ProviderError,
  SchemaMismatchError,
  SerializationError,
  SessionError,
  SessionLostError,
  SyncUnsupportedError,
  TasksUnsupportedError,
  TimeoutError,
  ToolError,
  UnknownTypeError,
  ValidationError,
  WireError,
} from "./errors/index.ts";
export type { JsonObject, Reward } from "./types.ts";
export type { ValidationIssue } from "./protocol/validation-issue.ts";

// For other libraries: adapters, pools, tools that work with any environment.
export type { ClientClass } from "./client/client.ts";
export type { CallOptionsOf, EnvMethods, Mode, ResetInput, Ret } from "./client/env-methods.ts";
export type { CallActionOf, CallParameters, NameOf, ResultOf, ToolMethods } from "./client/tool-types.ts";
export type { Fetch } from "./client/http-question.ts";
export type { AsyncEnv, BlockingClient, SyncOf } from "./client/lazy.ts";
export type { ProviderSource } from "./client/load-provider.ts";
export type { OpenEnvErrorOptions, ProviderStage } from "./errors/index.ts";
export type {
  Provider,
  ProviderDescription,
  ProviderEndpoint,
  ProviderProgress,
  StartOptions,
  WaitOptions,
} from "./providers/provider.ts";
export type { CallToolResult, ToolErrorType, ToolFailure } from "./protocol/tool-call.ts";
export type { WireErrorCode } from "./protocol/wire-error-code.ts";
export type { Connect, Transport, TransportClose, TransportHandlers, TransportOptions } from "./transport/transport.ts";
export type {
  BaseResetParams,
  BaseState,
  EnvJsonSchemas,
  EnvManifest,
  EnvSpec,
  EnvTypes,
  GenericTypes,
  MaybePromise,
  ToolManifest,
  ToolName,
  ToolOf,
  ToolTypes,
  ToolValidators,
} from "./types.ts";
