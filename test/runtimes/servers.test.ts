/** The server suite, over the wire, against a server on each runtime. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { findRuntime, runtimeNames, type Runtime } from "openenv-scripts/runtimes.ts";
import { FixtureProcess } from "./harness/fixture-process.ts";
import { CaseScope } from "./harness/server-case.ts";
import { serverCases } from "./server/index.ts";

/** No case waits for long; one that hangs is cut off. */
const LIMIT_MS = 30_000;

for (const name of runtimeNames) {
  const runtime = findRuntime(name);
  if (runtime === undefined) test.skip(`a server on ${name}: this runtime is not on the machine`, () => {});
  else describe(`a server on ${name}`, () => suite(runtime));
}

function suite(runtime: Runtime): void {
  let fixture: FixtureProcess;
  beforeAll(async () => {
    fixture = await FixtureProcess.start(runtime);
  }, LIMIT_MS);
  afterAll(() => fixture[Symbol.asyncDispose]());

  for (const serverCase of serverCases) {
    test(
      serverCase.title,
      async () => {
        {
          await using scope = new CaseScope(fixture);
          await serverCase.run(scope);
        }
        expect(fixture.takeComplaints()).toEqual([]);
      },
      LIMIT_MS,
    );
  }
}
