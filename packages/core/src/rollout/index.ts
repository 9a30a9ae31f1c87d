/** `@openenv/core/rollout`: rollouts and vectors over any clients. Episodes and batches are calls of every client. */
export { toJsonLine } from "./rollout-record.ts";
export type { RolloutRecord, RolloutStatus, StepRecord } from "./rollout-record.ts";
export { rollout } from "./rollout.ts";
export type { Policy, PolicyContext, RolloutOptions, RolloutProgress } from "./rollout.ts";
export { VectorEnv } from "./vector-env.ts";
export type { VectorEnvOptions, VectorResetOptions, VectorResult } from "./vector-env.ts";
export type { Autoreset, VectorEntry } from "./vector-member.ts";
