/** The environment of coding_env, as `serve` takes it, and what it is made of. */
import environment from "./environment.ts";
import type { CodingServer } from "./gen/index.ts";

/** With the options that the variables `CODING_…` give. For others, see {@link codingEnvironment}. */
export const codingServer: CodingServer = environment;
export { codingEnvironment, defaultTransform } from "./coding-environment.ts";
export type { CodingServer } from "./gen/index.ts";
export type { CodingOptions, Isolation, PoolOptions } from "./options.ts";
export { InterpreterUnavailableError } from "./pool/sandbox-pool.ts";
export type { Language } from "./sandbox/messages.ts";
export { composeTransforms, rubric } from "./transform/code-transform.ts";
export type { CodeEvaluation, CodeTransform } from "./transform/code-transform.ts";
export { qualityTransform, type QualityOptions } from "./transform/quality.ts";
export { dangerousPatterns, safetyTransform, type SafetyOptions } from "./transform/safety.ts";
