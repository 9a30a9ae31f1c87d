import { expect, test } from "bun:test";
import { Histogram } from "./histogram.ts";

test("quantiles are those of what was recorded, to one box", () => {
  const histogram = new Histogram();
  for (let value = 1; value <= 100; value += 1) histogram.record(value / 10);
  expect(histogram.count).toBe(100);
  expect(histogram.quantile(0.5)).toBeCloseTo(5, 1);
  expect(histogram.quantile(0.99)).toBeCloseTo(9.9, 0);
  expect(histogram.quantile(1)).toBeCloseTo(10, 0);
});

test("nothing recorded has no quantile, and an endless wait falls into the last box", () => {
  const histogram = new Histogram();
  expect(histogram.quantile(0.5)).toBeNaN();
  histogram.record(1_000_000);
  expect(histogram.quantile(0.5)).toBeGreaterThan(4000);
});
