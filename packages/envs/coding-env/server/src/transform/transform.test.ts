import { expect, test } from "bun:test";
import { defaultTransform } from "../coding-environment.ts";
import { type CodeEvaluation, composeTransforms, rubric } from "./code-transform.ts";
import { qualityTransform } from "./quality.ts";
import { safetyTransform } from "./safety.ts";

const evaluation = (code: string | null, change: Partial<CodeEvaluation> = {}): CodeEvaluation => ({
  action: code === null ? null : { code, language: "python" },
  observation: { stdout: "", stderr: "", exit_code: 0 },
  syntaxError: false,
  reward: null,
  metadata: {},
  ...change,
});

const long = `# ${"x".repeat(100)}\n`;

test.each([
  ["1", false, 0.1],
  [`${long}1`, false, 0],
  ["import   os", false, -0.9],
  [`${long}eval(1)`, false, -1],
  ["def", true, -0.1],
  [`${long}def`, true, -0.2],
  ["🙂".repeat(100), true, -0.1],
])("the original's reward for %j", async (code, syntaxError, reward) => {
  expect((await defaultTransform(evaluation(code, { syntaxError }))).reward).toBeCloseTo(reward);
});

test("a reset gives 0, as the original does", async () => {
  expect((await defaultTransform(evaluation(null))).reward).toBe(0);
});

test("what was found is in the metadata", async () => {
  const { metadata } = await safetyTransform()(evaluation("open('x')", { metadata: { last_code: "…" } }));
  expect(metadata).toEqual({ last_code: "…", safety_violation: "open\\(" });
});

test("JavaScript has patterns of its own", async () => {
  const javascript = (code: string) => evaluation(null, { action: { code, language: "javascript" } });
  expect((await safetyTransform()(javascript("require('fs')"))).reward).toBe(-1);
  expect((await safetyTransform()(javascript("import os"))).reward).toBe(0);
});

test("transforms run in order, a rubric adds, and options change the numbers", async () => {
  const transform = composeTransforms(
    safetyTransform({ penalty: -5 }),
    qualityTransform({ conciseBonus: 1, conciseLength: 3 }),
    rubric(async ({ observation }) => (observation.stdout === "42\n" ? 1 : 0), 10),
  );
  const answer = { observation: { stdout: "42\n", stderr: "", exit_code: 0 } };
  expect((await transform(evaluation("42", answer))).reward).toBe(11);
  expect((await transform(evaluation("41"))).reward).toBe(1);
  expect((await transform(evaluation("open('answer')", answer))).reward).toBe(5);
  expect((await transform(evaluation(null))).reward).toBe(0);
});
