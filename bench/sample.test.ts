import { expect, test } from "bun:test";
import { pairRatios, type Sample, spread } from "./sample.ts";

function sample(row: string, round: number, stepsPerSecond: number, load = "1×1"): Sample {
  return { row, load, round, values: { stepsPerSecond } };
}

test("a spread is the middle and the ends", () => {
  expect(spread([3, 1, 2])).toEqual({ median: 2, min: 1, max: 3 });
  expect(spread([4, 1, 2, 3])).toEqual({ median: 2.5, min: 1, max: 4 });
  expect(spread([])).toBeUndefined();
});

test("ratios compare what was measured in the same round", () => {
  const samples = [sample("a", 0, 10), sample("b", 0, 20), sample("b", 1, 30), sample("a", 1, 20), sample("a", 2, 9)];
  expect(pairRatios(samples, "b", "a", "stepsPerSecond", ["1×1"])).toEqual([2, 1.5]);
});

test("over several loads, the best of either side", () => {
  const samples = [sample("a", 0, 10), sample("a", 0, 40, "64×8"), sample("b", 0, 60), sample("b", 0, 20, "64×8")];
  expect(pairRatios(samples, "b", "a", "stepsPerSecond", ["1×1", "64×8"])).toEqual([1.5]);
});
