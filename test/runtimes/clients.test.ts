/** The client suite, on each runtime, under that runtime's own test runner. */
import { beforeAll, describe, expect, test } from "bun:test";
import { findRuntime, runtimeNames, type Runtime } from "openenv-scripts/runtimes.ts";
import { describeApi } from "./client/api.ts";
import { clientClaims } from "./client/claims.ts";
import { clientCases } from "./client/client-cases.ts";
import { type ClientRun, runClientSuite } from "./harness/client-run.ts";

const LIMIT_MS = 300_000;

const apiTest = "its API is the same as on the others";

test("every claim of a requirement is about a case there is", () => {
  const names = [...clientCases.map(({ name }) => name), apiTest];
  expect(clientClaims.filter(({ by }) => !names.some((name) => name.startsWith(by)))).toEqual([]);
});

for (const name of runtimeNames) {
  const runtime = findRuntime(name);
  if (runtime === undefined) test.skip(`a client on ${name}: this runtime is not on the machine`, () => {});
  else describe(`a client on ${name}`, () => suite(runtime));
}

function suite(runtime: Runtime): void {
  let run: ClientRun;
  beforeAll(async () => {
    run = await runClientSuite(runtime);
  }, LIMIT_MS);

  for (const { name } of clientCases) {
    test(name, () => {
      const error = run.cases.get(name);
      if (error === undefined) throw new Error(`It did not end. The runner said:\n${run.output}`);
      if (error !== null) throw new Error(error);
    });
  }

  test(apiTest, async () => {
    expect(run.api).toEqual(await describeApi());
  });

  test("the runner found nothing else", () => {
    if (run.exitCode !== 0) throw new Error(`It exited with ${run.exitCode}:\n${run.output}`);
  });
}
