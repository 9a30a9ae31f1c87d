/**
 * What turns the result of a step into its reward: small functions that are put together. The original calls them
 * transforms; a rubric is one that scores.
 */
import type { CodingObservation } from "@openenv/coding-env";
import type { Language } from "../sandbox/messages.ts";

/** A result on its way to the caller. */
export interface CodeEvaluation {
  /** What was run; `null` after a reset. */
  readonly action: { readonly code: string; readonly language: Language } | null;
  readonly observation: CodingObservation;
  /** The code did not compile. */
  readonly syntaxError: boolean;
  /** `null` until something gives one. */
  readonly reward: number | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Gives the evaluation it is given, or a changed copy; may wait, for a judge elsewhere. Applied to resets too. */
export type CodeTransform = (evaluation: CodeEvaluation) => CodeEvaluation | Promise<CodeEvaluation>;

/** Each transform gets what the one before gave. */
export function composeTransforms(...transforms: readonly CodeTransform[]): CodeTransform {
  return async (evaluation) => {
    let current = evaluation;
    for (const transform of transforms) current = await transform(current);
    return current;
  };
}

/** Adds what `score` gives, times `weight`, to the reward. `score` is not asked after a reset. */
export function rubric(
  score: (evaluation: CodeEvaluation & { readonly action: object }) => number | Promise<number>,
  weight = 1,
): CodeTransform {
  return async (evaluation) => {
    const { action } = evaluation;
    if (action === null) return evaluation;
    return { ...evaluation, reward: (evaluation.reward ?? 0) + weight * (await score({ ...evaluation, action })) };
  };
}
