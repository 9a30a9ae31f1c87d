/** How a test says which requirements it shows. */
import type { RequirementId } from "./requirements.ts";

/**
 * Called in a test, names the requirements the test shows. It does nothing: coverage.test.ts reads the call. A case that
 * is data has a member of the same name instead.
 */
export function verifies(..._ids: readonly [RequirementId, ...RequirementId[]]): void {}
