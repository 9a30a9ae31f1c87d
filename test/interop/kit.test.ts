/**
 * The kit against our servers: the real Python clients, and frames and requests by hand, on every runtime. What it
 * checks is in kit/README.md; `run_all.py` there does the same from outside, by `interop:serve`.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { findRuntime, type RuntimeName, runtimeNames } from "openenv-scripts/runtimes.ts";
import { startServer } from "openenv-scripts/start-server.ts";
import { KitChecker } from "./harness/kit-checker.ts";
import { describeWithPython } from "./harness/python.ts";
import { serverProgram, type TwinName, twinNames } from "./twins.ts";

/** A check that hangs is cut off by the kit after a minute. */
const LIMIT_MS = 180_000;

describeWithPython("the kit", suite);

function suite(interpreter: string): void {
  let checker: KitChecker;
  beforeAll(() => {
    checker = new KitChecker(interpreter);
  });
  afterAll(() => checker[Symbol.asyncDispose]());

  for (const runtime of runtimeNames) {
    if (findRuntime(runtime) === undefined) {
      test.skip(`${runtime}: this runtime is not on the machine`, () => {});
      continue;
    }
    for (const env of twinNames) kitTest(runtime, env, "simulation");
    kitTest(runtime, "echo", "production");
  }

  function kitTest(runtime: RuntimeName, env: TwinName, mode: "simulation" | "production"): void {
    const name = `${env}${mode === "simulation" ? "" : ` in ${mode} mode`} on ${runtime}`;
    test(
      name,
      async () => {
        // Each refused session of `broken` costs a second, and there are more of them the more there may be.
        const maxSessions = env === "broken" ? 3 : 8;
        const flags = ["--port=0", `--max-concurrent-envs=${maxSessions}`, `--mode=${mode}`];
        await using server = await startServer(runtime, serverProgram(env), flags);
        const { passed, failed } = await checker.check({ env, mode, url: server.url, maxSessions });
        expect(failed).toEqual([]);
        expect(passed).not.toEqual([]);
        expect(await server.stop()).toBe(0);
      },
      LIMIT_MS,
    );
  }
}
