/**
 * Everything the client must do on every runtime, as plain functions. Node, Bun and Deno run the same list, each under
 * its own test runner.
 */
import { connectingCases } from "./cases/connecting.ts";
import { errorCases } from "./cases/errors.ts";
import { lifecycleCases } from "./cases/lifecycle.ts";
import { limitCases } from "./cases/limits.ts";
import { resumeCases } from "./cases/resume.ts";
import { sessionLossCases } from "./cases/session-loss.ts";
import { typedCases } from "./cases/typed.ts";
import { wireCases } from "./cases/wire.ts";
import type { ClientCase } from "./support.ts";

export type { ClientCase } from "./support.ts";

export const cases: readonly ClientCase[] = [
  ...wireCases,
  ...errorCases,
  ...sessionLossCases,
  ...resumeCases,
  ...limitCases,
  ...lifecycleCases,
  ...connectingCases,
  ...typedCases,
];
