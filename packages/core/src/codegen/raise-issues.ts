/**
 * Passes on what another schema found wrong with a part of a value.
 */
import type { z } from "zod";

/** @param path where the part is */
export function raiseIssues(
  error: z.ZodError | undefined,
  context: { readonly issues: z.core.$ZodRawIssue[] },
  input: unknown,
  ...path: readonly PropertyKey[]
): void {
  for (const issue of error?.issues ?? []) {
    context.issues.push({ ...issue, path: [...path, ...issue.path], input } as z.core.$ZodRawIssue);
  }
}
