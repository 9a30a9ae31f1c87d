/// <reference lib="esnext.disposable" preserve="true" />
/** `@openenv/core/auto`: environments by name, among what is installed. For Node, Bun and Deno. */
export { AutoAction } from "./auto-action.ts";
export type { ActionMaker } from "./auto-action.ts";
export { AutoEnv } from "./auto-env.ts";
export type { AutoEnvClass, AutoEnvOptions } from "./auto-env.ts";
export { findEnvironment, installedEnvironments } from "./installed-environments.ts";
export type { InstalledEnvironment, InstalledPackage } from "./installed-environments.ts";
