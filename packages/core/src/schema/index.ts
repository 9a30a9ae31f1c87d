/** `@openenv/core/schema`: what an environment's `schema.ts` imports. */
export { defineSchema } from "./define-schema.ts";
export type { EnvSchema, ModelInput, SchemaInput } from "./define-schema.ts";
export { envNames } from "./names.ts";
export type { EnvNames } from "./names.ts";
