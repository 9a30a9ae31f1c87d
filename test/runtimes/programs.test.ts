/** Servers as programs of their own, on each runtime. */
import { describe, test } from "bun:test";
import { findRuntime, runtimeNames } from "openenv-scripts/runtimes.ts";
import { type ProgramHost, ServedProgram } from "./harness/served-program.ts";
import { programCases } from "./server/programs.ts";

const LIMIT_MS = 60_000;

for (const name of runtimeNames) {
  const runtime = findRuntime(name);
  if (runtime === undefined) {
    test.skip(`a program on ${name}: this runtime is not on the machine`, () => {});
    continue;
  }
  describe(`a program on ${name}`, () => {
    for (const programCase of programCases) {
      const host: ProgramHost = { start: (environment, options) => new ServedProgram(runtime, environment, options) };
      test(programCase.title, () => programCase.run(host), LIMIT_MS);
    }
  });
}
