import { expect, test } from "bun:test";

import { ValidationError } from "../../src/errors/wire-errors.ts";
import { readResetBody, readStepBody, readTaskBody } from "../../src/protocol/request-body.ts";

/** `type @ loc` of everything that is wrong. */
function issues(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.errors.map(({ type, loc }) => `${type} @ ${loc.join(".")}`);
  }
  return [];
}

test("a reset body: nothing is an empty one, keys it does not name are kept, the two it names are coerced", () => {
  for (const body of [undefined, null, {}]) expect(readResetBody(body)).toEqual({});
  expect(readResetBody({ seed: "7", episode_id: "e", level: 3 })).toEqual({ seed: 7, episode_id: "e", level: 3 });
  expect(readResetBody({ seed: null, episode_id: null })).toEqual({ seed: null, episode_id: null });
});

test("a reset body: everything that is wrong is told at once", () => {
  expect(issues(() => readResetBody({ seed: -1, episode_id: 5 }))).toEqual([
    "greater_than_equal @ body.seed",
    "string_type @ body.episode_id",
  ]);
  for (const body of [[], "x", 1, true])
    expect(issues(() => readResetBody(body))).toEqual(["model_attributes_type @ body"]);
});

test("a step body needs an action; its limits are those of the reference", () => {
  expect(readStepBody({ action: { a: 1 }, timeout_s: "0.5", request_id: "r", other: 1 })).toEqual({
    action: { a: 1 },
    timeoutSeconds: 0.5,
    requestId: "r",
  });
  expect(readStepBody({ action: {}, timeout_s: null })).toEqual({
    action: {},
    timeoutSeconds: undefined,
    requestId: undefined,
  });
  expect(issues(() => readStepBody(undefined))).toEqual(["missing @ body"]);
  expect(issues(() => readStepBody({ timeout_s: 0, request_id: 1 }))).toEqual([
    "missing @ body.action",
    "greater_than @ body.timeout_s",
    "string_type @ body.request_id",
  ]);
  for (const action of [null, [], "x"])
    expect(issues(() => readStepBody({ action }))).toEqual(["dict_type @ body.action"]);
});

test("an id is counted in characters, not in UTF-16 units", () => {
  expect(issues(() => readResetBody({ episode_id: "🙂".repeat(255) }))).toEqual([]);
  expect(issues(() => readResetBody({ episode_id: "🙂".repeat(256) }))).toEqual(["string_too_long @ body.episode_id"]);
});

test("a task body is closed, and knows what its route knows", () => {
  expect(readTaskBody({ split: "train" }, [])).toEqual({ split: "train" });
  expect(readTaskBody({ split: "train", index: "1" }, ["index"])).toEqual({ split: "train", index: 1 });
  expect(readTaskBody({ split: "s", start: null, stop: 2 }, ["start", "stop"])).toMatchObject({ split: "s", stop: 2 });
  expect(issues(() => readTaskBody({ split: "s", index: 1 }, []))).toEqual(["extra_forbidden @ body.index"]);
  expect(issues(() => readTaskBody({ index: 0.5, more: 1 }, ["index"]))).toEqual([
    "missing @ body.split",
    "int_from_float @ body.index",
    "extra_forbidden @ body.more",
  ]);
});

test("members a body inherits are none of its own", () => {
  expect(issues(() => readStepBody(JSON.parse('{"__proto__":{"action":{}}}')))).toEqual(["missing @ body.action"]);
});
