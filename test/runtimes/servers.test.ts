/** The server suite, over the wire, against a server on each runtime. */
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { findRuntime, runtimeNames, type Runtime } from "openenv-scripts/runtimes.ts";
import { FixtureProcess } from "./harness/fixture-process.ts";
import { CaseScope } from "./harness/server-case.ts";
import { serverCases } from "./server/index.ts";

/** No case waits for long, but for one in the full form; one that hangs is cut off. */
const LIMIT_MS = process.env["OPENENV_TEST_FULL"] === "1" ? 240_000 : 60_000;

for (const name of runtimeNames) {
  const runtime = findRuntime(name);
  if (runtime === undefined) test.skip(`a server on ${name}: this runtime is not on the machine`, () => {});
  else describe(`a server on ${name}`, () => suite(runtime));
}

function suite(runtime: Runtime): void {
  let fixture: FixtureProcess;
  beforeEach(async () => {
    // One process for all cases, as long as none of them ends it.
    if (fixture === undefined || fixture.ended) fixture = await FixtureProcess.start(runtime);
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
