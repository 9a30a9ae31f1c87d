/** Every requirement is claimed by a test, and every claim is of a requirement there is. */
import { expect, test } from "bun:test";
import { serverCases } from "../runtimes/server/index.ts";
import { workerCases } from "../runtimes/server/workers.ts";
import { programCases } from "../runtimes/server/programs.ts";
import { differences } from "./differences.ts";
import { requirements } from "./requirements.ts";
import { testFiles } from "./test-tree.ts";

/** `verifies("a", "b")` in a test, `verifies: ["a", "b"]` in a case. */
const CLAIM = /\bverifies(?:\(|: \[)([^)\]]*)[)\]]/g;

const claimed = testFiles().flatMap(({ text }) => claimsIn(text));

test("the reader of claims finds them in both forms", () => {
  const source = 'test("x", () => { verifies("a:b", "c:d"); }); const c = { verifies: [\n"e:f",\n] };';
  expect(claimsIn(source)).toEqual(["a:b", "c:d", "e:f"]);
});

test("every requirement is claimed by a test", () => {
  const without = Object.keys(requirements).filter((id) => !claimed.includes(id));
  expect(without).toEqual([]);
});

test("every claim is of a requirement there is", () => {
  expect(claimed.filter((id) => !Object.hasOwn(requirements, id))).toEqual([]);
});

test("every case of the runtimes suites claims one", () => {
  const cases = [...serverCases, ...workerCases, ...programCases];
  expect(cases.length).toBeGreaterThan(80);
  expect(cases.filter(({ verifies }) => verifies.length === 0)).toEqual([]);
  // Two cases of one name would be one line in a report.
  expect(new Set(cases.map(({ title }) => title)).size).toBe(cases.length);
});

test("ids have the form area:subject[:part]", () => {
  const form = /^(?:ws|session|server|http|client|mcp|harness|fleet|swarm|kubernetes|gateway)(?::[a-z0-9-]+)+$/;
  expect(Object.keys(requirements).filter((id) => !form.test(id))).toEqual([]);
});

test("every difference from the original is shown by the tests of a requirement, and has a reason", () => {
  expect(differences.filter(({ shownBy }) => !claimed.includes(shownBy))).toEqual([]);
  expect(differences.filter(({ reason, python, here }) => reason === "" || python === here)).toEqual([]);
});

function claimsIn(source: string): readonly string[] {
  return [...source.matchAll(CLAIM)].flatMap(([, list = ""]) =>
    [...list.matchAll(/"([^"]+)"/g)].map(([, id = ""]) => id),
  );
}
