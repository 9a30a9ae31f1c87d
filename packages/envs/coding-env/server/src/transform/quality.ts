/** The original's check for good code (PROTOCOL §8.2): short is better, and it must compile. */
import type { CodeTransform } from "./code-transform.ts";

export interface QualityOptions {
  /** Added for code of at most `conciseLength` characters. Default 0.1. */
  readonly conciseBonus?: number;
  /** In code points, without white space around. Default 100. */
  readonly conciseLength?: number;
  /** Added for code that does not compile. Default −0.2. */
  readonly syntaxPenalty?: number;
}

/** Adds to the reward; after a reset it makes `null` a 0, as the original does. */
export function qualityTransform(options: QualityOptions = {}): CodeTransform {
  const { conciseBonus = 0.1, conciseLength = 100, syntaxPenalty = -0.2 } = options;
  return (evaluation) => {
    const { action, syntaxError } = evaluation;
    let score = 0;
    if (action !== null) {
      if ([...action.code.trim()].length <= conciseLength) score += conciseBonus;
      if (syntaxError) score += syntaxPenalty;
    }
    return { ...evaluation, reward: (evaluation.reward ?? 0) + score };
  };
}
