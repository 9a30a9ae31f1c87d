/** Merge patches, by the examples of RFC 7386. */
import { expect, test } from "bun:test";
import { mergePatch } from "../../src/providers/kubernetes/merge-patch.ts";

test.each([
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [{ a: "foo" }, "bar", "bar"],
  [[1, 2], { a: "b", c: null }, { a: "b" }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])("%j with %j", (target, patch, result) => {
  expect(mergePatch(target, patch)).toEqual(result);
});
