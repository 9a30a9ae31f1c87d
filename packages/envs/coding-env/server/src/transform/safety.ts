/**
 * The original's check for dangerous code (PROTOCOL §8.2). It gives a reward and protects nothing: the sandbox does.
 */
import type { Language } from "../sandbox/messages.ts";
import type { CodeTransform } from "./code-transform.ts";

/** What is looked for, by language. The patterns for Python are the original's. */
export const dangerousPatterns: Readonly<Record<Language, readonly RegExp[]>> = {
  python: [/import\s+os/, /import\s+subprocess/, /eval\(/, /exec\(/, /__import__/, /open\(/],
  javascript: [/\brequire\s*\(/, /\bimport\s*\(/, /\beval\s*\(/, /\bFunction\s*\(/, /\bprocess\b/, /\bconstructor\b/],
};

export interface SafetyOptions {
  /** The reward of code that a pattern matches. Default −1. */
  readonly penalty?: number;
  readonly patterns?: Readonly<Record<Language, readonly RegExp[]>>;
}

/** Sets the reward to the penalty, and `metadata.safety_violation` to the pattern; else a reward that is `null` to 0. */
export function safetyTransform({ penalty = -1, patterns = dangerousPatterns }: SafetyOptions = {}): CodeTransform {
  return (evaluation) => {
    const { action } = evaluation;
    if (action === null) return evaluation;
    const found = patterns[action.language].find((pattern) => pattern.test(action.code));
    if (found === undefined) return { ...evaluation, reward: evaluation.reward ?? 0 };
    return {
      ...evaluation,
      reward: penalty,
      metadata: { ...evaluation.metadata, safety_violation: found.source },
    };
  };
}
