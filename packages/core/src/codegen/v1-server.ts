/**
 * `@openenv/core/codegen/v1/server`: everything that generated server packages import, and nothing else. Additive only.
 */
export { defineEnvironment } from "../server/definition.ts";
export type { EnvironmentDefinition } from "../server/definition.ts";
export type {
  Environment,
  EnvironmentFactory,
  EnvironmentModule,
  EnvironmentOptions,
  ResetOutcome,
  ResetParams,
  SessionContext,
  StepOutcome,
  TaskProvider,
} from "../server/environment.ts";
