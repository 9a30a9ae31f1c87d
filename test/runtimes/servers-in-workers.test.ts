/**
 * The server suite once more, with the environments in workers: whoever is on the wire must not see a difference. And what
 * only workers can do. Without OPENENV_TEST_FULL=1 only the parts of the suite that are about environments.
 */
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { findRuntime, runtimeNames, type Runtime } from "openenv-scripts/runtimes.ts";
import { FixtureProcess } from "./harness/fixture-process.ts";
import { CaseScope } from "./harness/server-case.ts";
import { concurrencyCases } from "./server/concurrency.ts";
import { episodeCases } from "./server/episode.ts";
import { failureCases } from "./server/failures.ts";
import { httpTaskCases } from "./server/http-tasks.ts";
import { serverCases } from "./server/index.ts";
import { shutdownCases } from "./server/shutdown.ts";
import { startupCases } from "./server/startup.ts";
import { valueCases } from "./server/values.ts";
import { workerCases } from "./server/workers.ts";

const parts = [concurrencyCases, episodeCases, failureCases, httpTaskCases, shutdownCases, startupCases, valueCases];
const cases = [...workerCases, ...(process.env["OPENENV_TEST_FULL"] === "1" ? serverCases : parts.flat())];

const LIMIT_MS = 60_000;

for (const name of runtimeNames) {
  const runtime = findRuntime(name);
  if (runtime === undefined) test.skip(`a server on ${name}: this runtime is not on the machine`, () => {});
  else describe(`a server with workers on ${name}`, () => suite(runtime));
}

function suite(runtime: Runtime): void {
  let fixture: FixtureProcess;
  beforeEach(async () => {
    const execution = { kind: "worker", poolSize: 1 };
    if (fixture === undefined || fixture.ended) fixture = await FixtureProcess.start(runtime, { execution });
  }, LIMIT_MS);
  afterAll(() => fixture[Symbol.asyncDispose]());

  for (const serverCase of cases) {
    test(
      serverCase.title,
      async () => {
        {
          await using scope = new CaseScope(fixture);
          await serverCase.run(scope);
        }
        const complaints = fixture.takeComplaints();
        if (serverCase.complains !== true) expect(complaints).toEqual([]);
      },
      LIMIT_MS,
    );
  }
}
