/**
 * Everything blocking clients must do on every runtime, as plain functions. Node, Bun and Deno run the same list, each
 * under its own test runner.
 */
import { callCases } from "./cases/calls.ts";
import { providerCases } from "./cases/providers.ts";
import { questionCases } from "./cases/questions.ts";
import { schemaCases } from "./cases/schemas.ts";
import { startingCases } from "./cases/starting.ts";
import { surfaceCases } from "./cases/surface.ts";
import { switchingCases } from "./cases/switching.ts";
import { threadCases } from "./cases/threads.ts";
import type { ClientCase } from "./support.ts";

export const syncCases: readonly ClientCase[] = [
  ...callCases,
  ...surfaceCases,
  ...questionCases,
  ...schemaCases,
  ...switchingCases,
  ...startingCases,
  ...providerCases,
  ...threadCases,
];
