/** `@openenv/core/server`: an environment server without a port, and what an author of an environment needs. */
export { Connection } from "./connection.ts";
export type { SocketPort } from "./connection.ts";
export { defineEnvironment } from "./definition.ts";
export type { EnvironmentDefinition } from "./definition.ts";
export type {
  Environment,
  EnvironmentFactory,
  EnvironmentModule,
  EnvironmentOptions,
  EnvMetadata,
  ResetOutcome,
  ResetParams,
  SessionContext,
  StepOutcome,
  TaskProvider,
  TaskSplit,
} from "./environment.ts";
export { createEnvServer } from "./env-server.ts";
export type { EnvServer, ServerStatus } from "./env-server.ts";
export { defineHarness } from "./harness/harness.ts";
export type { Harness, HarnessFactory, HarnessOptions, HarnessTurn, ToldEvent } from "./harness/harness.ts";
export type { HarnessEvent, HarnessEventType } from "../protocol/harness-event.ts";
export { HarnessError } from "../errors/harness-error.ts";
export type { Logger } from "./logger.ts";
export type { SharedSlots } from "./shared-slots.ts";
export type { Random } from "./random.ts";
export type { ResumeRequest, SocketHeaders, SocketTarget } from "./socket-target.ts";
export type { EnvServerOptions, ServerMode, ServerSettings, WorkerExecutionOptions } from "./settings.ts";
