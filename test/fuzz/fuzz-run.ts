/** How much a fuzz test does, and from which seed. */
import process from "node:process";

export interface FuzzRun {
  readonly seed: number;
  readonly count: number;
}

/**
 * The short form always starts from the same seed, so that CI says the same of the same code; the full form from a new
 * one, which the test's name shows. OPENENV_FUZZ_SEED wins.
 */
export function fuzzRun({ short, full }: { readonly short: number; readonly full: number }): FuzzRun {
  const isFull = process.env["OPENENV_TEST_FULL"] === "1";
  const given = Number(process.env["OPENENV_FUZZ_SEED"] ?? Number.NaN);
  const seed = Number.isSafeInteger(given) ? given : isFull ? Date.now() % 2 ** 31 : 1;
  return { seed, count: isFull ? full : short };
}
