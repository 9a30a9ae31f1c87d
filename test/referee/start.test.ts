/** The command starts fast: help loads the one module that it needs. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { envFor, requireRuntime } from "openenv-scripts/runtimes.ts";
import { root } from "./project.ts";

setDefaultTimeout(60_000);

const PAIRS = 9;
const LIMIT = 3;

test("OE-87: --help takes at most three times as long as Node alone, as built", () => {
  const { path } = requireRuntime("node24");
  const main = join(root, "packages/cli/dist/main.js");
  const time = (...args: string[]): number => {
    const start = performance.now();
    const { status, stderr } = spawnSync(path, args, { env: envFor("node20"), encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    return performance.now() - start;
  };
  // In pairs, so that what else the machine does is the same for both.
  const ratios = Array.from({ length: PAIRS }, () => time(main, "--help") / time("-e", "0"));
  expect(ratios.toSorted((left, right) => left - right)[Math.floor(PAIRS / 2)]).toBeLessThanOrEqual(LIMIT);
});
