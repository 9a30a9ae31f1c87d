import { describe, expect, test } from "bun:test";
import { closingLine, sum, tallyOfBunTest, tallyOfSuite } from "./tally.ts";

describe("tallies", () => {
  const closing = " 7 pass\n 1 skip\n 2 fail\nRan 10 tests across 3 files. [15.00ms]\n";
  const junit = `<testcase name="node20: missing" classname="a &amp; b" file="x">
        <skipped />
      </testcase><testcase name="ok" classname="" file="x" />`;

  test("bun test: counts from its closing lines, skipped names from the report", () => {
    const tally = tallyOfBunTest({ exitCode: 1, output: closing }, junit);
    expect(tally).toEqual({ passed: 7, failed: 2, skipped: ["a & b > node20: missing"] });
  });

  test("a suite's own runner: its closing line and its skipped lines", () => {
    const output = "skipped: docker (no engine)\n3 passed, 0 failed, 1 skipped\n";
    expect(tallyOfSuite({ exitCode: 0, output })).toEqual({ passed: 3, failed: 0, skipped: ["docker (no engine)"] });
  });

  test("a crash is a failure", () => {
    expect(tallyOfSuite({ exitCode: 1, output: "boom" }).failed).toBe(1);
    expect(tallyOfSuite({ exitCode: 0, output: "" }).failed).toBe(1);
    expect(tallyOfSuite({ exitCode: 7, output: "3 passed, 0 failed" }).failed).toBe(1);
    expect(tallyOfBunTest({ exitCode: 1, output: "error" }, "").failed).toBe(1);
  });

  test("the closing line: skipped tests are named, or failed where all are required", () => {
    const total = sum([
      { passed: 2, failed: 0, skipped: ["a"] },
      { passed: 1, failed: 1, skipped: [] },
    ]);
    expect(closingLine(total, false)).toBe("3 passed, 1 failed, 1 skipped");
    expect(closingLine(total, true)).toBe("3 passed, 2 failed");
  });
});
