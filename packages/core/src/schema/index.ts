/** `@openenv/core/schema`: what an environment's `schema.ts` imports. */
export { defineSchema } from "./define-schema.ts";
export type { EnvSchema, ModelInput, SchemaInput, ToolInput, ToolSchema } from "./define-schema.ts";
export { envNames } from "./names.ts";
export type { EnvNames } from "./names.ts";
export { checkToolName, toolMethodName } from "./tool-names.ts";
