/**
 * `@openenv/codegen`: from an environment's schema to its typed client and server packages.
 */
export { runGenerate } from "./command/generate-command.ts";
export type { GenerateCommand, Output } from "./command/generate-command.ts";
export { diagnosticKinds } from "./diagnostics/codes.ts";
export type { DiagnosticCode, DiagnosticKind } from "./diagnostics/codes.ts";
export { formatDiagnostics, hasErrors } from "./diagnostics/diagnostic.ts";
export type { Diagnostic } from "./diagnostics/diagnostic.ts";
export { compareWithServer } from "./drift.ts";
export type { Drift } from "./drift.ts";
export { planDocument, planFolder, planSchemaModule, planSource } from "./generate.ts";
export type { GenerateOptions, Planned } from "./generate.ts";
export { isEnvironmentFolder, sourceFiles } from "./input/environment-folder.ts";
export type { PlanOptions } from "./plan-environment.ts";
export { apply } from "./plan/apply.ts";
export { check } from "./plan/check.ts";
export type { CheckResult } from "./plan/check.ts";
export { diff } from "./plan/diff.ts";
export type { Change } from "./plan/diff.ts";
export { FolderStorage } from "./plan/folder-storage.ts";
export { MemoryStorage } from "./plan/memory-storage.ts";
export type { Ownership, Plan, PlannedFile } from "./plan/plan.ts";
export type { Storage } from "./plan/storage.ts";
export { watchEnvironments } from "./watch.ts";
export type { EnvironmentSource } from "./read/read-environment.ts";
