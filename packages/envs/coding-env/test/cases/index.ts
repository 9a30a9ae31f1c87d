/** All that must hold on every runtime. */
import type { CodingCase } from "./coding-case.ts";
import { escapeCases } from "./escapes.ts";
import { javascriptCases } from "./javascript.ts";
import { limitCases } from "./limits.ts";
import { outputCases } from "./output.ts";
import { pythonCases } from "./python.ts";
import { sessionCases } from "./sessions.ts";

export const codingCases: readonly CodingCase[] = [
  ...pythonCases,
  ...javascriptCases,
  ...outputCases,
  ...sessionCases,
  ...limitCases,
  ...escapeCases,
];
