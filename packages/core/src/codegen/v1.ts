/**
 * `@openenv/core/codegen/v1`: everything that generated client packages and validators import, and nothing else.
 * Additive only: what a released generator prints must go on working. Not meant for hand-written code.
 */
export { EnvClient } from "../client/client.ts";
export type { SyncEnv } from "../client/env-methods.ts";
export { CallToolAction, ListToolsAction } from "../client/tool-types.ts";
export type { ClientOptions } from "../client/options.ts";
export { itemCount, not, patternProperties, propertyCount, uniqueItems } from "./json-checks.ts";
export { ownMembers } from "./own-members.ts";
export { bigInteger, maxCodePoints, minCodePoints } from "./validators.ts";
export type { BaseResetParams, BaseState, EnvManifest, EnvSpec, EnvTypes, JsonObject, ToolManifest } from "../types.ts";
