/** `@openenv/core/rollout`: episodes, rollouts and vectors over any clients. */
export { episode } from "./episode.ts";
export type { EpisodeOptions, Turn } from "./episode.ts";
export { toJsonLine } from "./rollout-record.ts";
export type { RolloutRecord, RolloutStatus, StepRecord } from "./rollout-record.ts";
export { rollout } from "./rollout.ts";
export type { Policy, PolicyContext, RolloutOptions, RolloutProgress } from "./rollout.ts";
export { stepMany } from "./step-many.ts";
export type { BatchResult } from "./step-many.ts";
export { VectorEnv } from "./vector-env.ts";
export type { VectorEnvOptions, VectorResetOptions, VectorResult } from "./vector-env.ts";
export type { Autoreset, VectorEntry } from "./vector-member.ts";
