/** The list of reported problems says the truth about the tests there are. */
import { expect, test } from "bun:test";
import { reportedIssues } from "./reported-issues.ts";
import { testFiles } from "./test-tree.ts";

/** The name of a test or case, as it stands in the source. */
const TITLE =
  /(?:\btest(?:\.\w+)*\(\s*|\.each\(\w+\)\(\s*|\]\)\(\s*|\.prove\(\s*|\btitle: |\bname: )(["'`])((?:(?!\1).)*)\1/g;

const titles = testFiles().flatMap(({ text }) => [...text.matchAll(TITLE)].map(([, , title = ""]) => title));

function isTitled(id: string): boolean {
  return titles.some((title) => new RegExp(`\\b${id}\\b`).test(title));
}

test("the reader of titles finds them in every form", () => {
  const source =
    'test("OE-1: a \'b\'", f); test.skipIf(x)(\'OE-2\'); ({ title: `OE-3`, name: "OE-4" }); test(\n  "OE-5", f)' +
    '; test.each([1])("OE-6"); test.each(all)("OE-7")';
  expect([...source.matchAll(TITLE)].map(([, , title]) => title)).toEqual([
    "OE-1: a 'b'",
    "OE-3",
    "OE-4",
    "OE-5",
    "OE-6",
    "OE-7",
  ]);
});

test("every problem that is said to be tested is named by a test", () => {
  const tested = reportedIssues.filter(({ status }) => status === "tested").map(({ id }) => id);
  expect(tested.filter((id) => !isTitled(id))).toEqual([]);
});

test("no problem is tested that is said not to be", () => {
  const others = reportedIssues.filter(({ status }) => status !== "tested").map(({ id }) => id);
  expect(others.filter(isTitled)).toEqual([]);
});

test("each problem is listed once", () => {
  const ids = reportedIssues.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^(?:OE|IN|WS|SB|RL|NET|MCP|CG|PK)-\d\d$/.test(id))).toEqual([]);
});
