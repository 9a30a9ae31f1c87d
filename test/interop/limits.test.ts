/** The limits of our servers as the original's client sees them: a step's time, capacity, fields that are left out. */
import { expect, test } from "bun:test";
import { slowServer } from "./envs/slow/server/src/index.ts";
import { createEnvServer } from "@openenv/core/server";
import { serve } from "@openenv/core/serve";
import { runCommand } from "openenv-scripts/run-command.ts";
import { quizServer } from "../../packages/core/test/testing/quiz-env.ts";
import { verifies } from "../conformance/verifies.ts";
import { describeWithPython, pythonEnv, pythonProgram } from "./harness/python.ts";

test("the longest step of the manifest is the generated server's, and an option wins over it", () => {
  verifies("server:step-timeout:manifest");
  expect(createEnvServer(slowServer, { variables: {} }).settings.stepTimeoutMs).toBe(30_000);
  expect(createEnvServer(slowServer, { stepTimeoutMs: 5, variables: {} }).settings.stepTimeoutMs).toBe(5);
  expect(createEnvServer(slowServer, { stepTimeoutMs: null, variables: {} }).settings.stepTimeoutMs).toBeNull();
});

describeWithPython("a Python client", (interpreter) => {
  test("is told by errors it knows, and its session goes on", async () => {
    verifies(
      "server:step-timeout",
      "session:capacity:rejected",
      "session:capacity:freed",
      "session:omit",
      "session:omit:refused",
    );
    await using slow = await serve(slowServer, { port: 0, stepTimeoutMs: 50, variables: {} });
    await using full = await serve(quizServer(), { port: 0, maxConcurrentEnvs: 1, variables: {} });
    await using single = await serve(slowServer, { port: 0, maxConcurrentEnvs: 1, variables: {} });
    const command = [interpreter, pythonProgram("limits.py"), slow.url, full.url, single.url];
    const { exitCode, output } = await runCommand(command, { env: pythonEnv, quiet: true });
    expect({ exitCode, output: exitCode === 0 ? "" : output }).toEqual({ exitCode: 0, output: "" });
    const line = output.split("\n").find((each) => each.startsWith("{")) ?? "";
    expect(JSON.parse(line)).toMatchObject({
      late: "Server error: The step took longer than stepTimeoutMs = 50. (code: EXECUTION_ERROR)",
      overdue: expect.stringMatching(/has not returned.*\(code: EXECUTION_ERROR\)$/),
      after: 0,
      state: { episode_id: "kept", step_count: 1 },
      full: expect.stringMatching(/1.*1.*\(code: CAPACITY_REACHED\)$/),
      omitted: ["metadata", "question"],
      again: 0,
      refused: expect.stringContaining("(code: VALIDATION_ERROR)"),
    });
  }, 60_000);
});
