/**
 * `@openenv/codegen`: from an environment's schema to its typed client and server packages.
 */
export { diagnosticKinds } from "./diagnostics/codes.ts";
export type { DiagnosticCode, DiagnosticKind } from "./diagnostics/codes.ts";
export { formatDiagnostics, hasErrors } from "./diagnostics/diagnostic.ts";
export type { Diagnostic } from "./diagnostics/diagnostic.ts";
export { planFolder, planSource } from "./generate.ts";
export type { Planned } from "./generate.ts";
export { isEnvironmentFolder } from "./input/environment-folder.ts";
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
export type { EnvironmentSource } from "./read/read-environment.ts";
