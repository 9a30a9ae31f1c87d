import { expect, test } from "bun:test";
import { InvalidArgumentError } from "@openenv/core";
import { type CodingOptions, resolveOptions } from "./options.ts";

test("defaults", () => {
  expect(resolveOptions({}, {})).toEqual({
    languages: ["python", "javascript"],
    isolation: "worker",
    container: {},
    pool: { min: 1, max: 32 },
    stepTimeoutMs: 10_000,
    acquireTimeoutMs: 60_000,
    memoryBytes: 256 * 1024 * 1024,
    fileBytes: 64 * 1024 * 1024,
    outputBytes: 256 * 1024,
  });
});

test("variables count where no option is given", () => {
  const variables = {
    CODING_POOL_MIN: "3",
    CODING_POOL_MAX: "8",
    CODING_STEP_TIMEOUT_MS: "500",
    CODING_MEMORY_MB: "128",
    CODING_ISOLATION: "process",
  };
  expect(resolveOptions({ stepTimeoutMs: 700 }, variables)).toMatchObject({
    isolation: "process",
    pool: { min: 3, max: 8 },
    stepTimeoutMs: 700,
    memoryBytes: 128 * 1024 * 1024,
  });
});

const wrong: [CodingOptions, Record<string, string>, RegExp][] = [
  [{ pool: { min: -1 } }, {}, /pool\.min is -1/],
  [{ pool: { min: 4, max: 2 } }, {}, /pool\.max is 2\. It must be a whole number from 4/],
  [{ stepTimeoutMs: 0.5 }, {}, /stepTimeoutMs is 0\.5/],
  [{ memoryBytes: 1 }, {}, /memoryBytes is 1\b/],
  [{ languages: [] }, {}, /languages must name/],
  [{ languages: ["ruby" as never] }, {}, /languages must name/],
  [{ isolation: "vm" as never }, {}, /must be worker, process or container/],
  [{}, { CODING_POOL_MAX: "many" }, /CODING_POOL_MAX is "many"/],
];

test.each(wrong)("%j with %j is refused", (options, variables, message) => {
  expect(() => resolveOptions(options, variables)).toThrow(InvalidArgumentError);
  expect(() => resolveOptions(options, variables)).toThrow(message);
});
