/** The table of environment variables and the code agree. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryFiles } from "../structure/source-tree.ts";
import { root } from "./snippets.ts";

/** Where a variable is read: by its name in brackets, or by a function that is given a name of ours. */
const READS = [
  /\b(?:process\.env|variables)\[([^\]]+)\]/g,
  /("(?:OPENENV|CODING)_[A-Z0-9_]+")/g,
  // What an SDK reads by itself is said where its option is described.
  /\bvariable (`[A-Z0-9_]+`)/gi,
];

const sources = repositoryFiles().filter((file) => /^packages\/.*\/src\/.*\.ts$/.test(file) && !file.includes("/gen/"));

function namesIn(text: string): string[] {
  const places = READS.flatMap((pattern) => Array.from(text.matchAll(pattern), ([, place = ""]) => place)).join(" ");
  return Array.from(places.matchAll(/["`]([A-Z][A-Z0-9_]*)["`]/g), ([, name = ""]) => name);
}

const read = new Set(sources.flatMap((file) => namesIn(readFileSync(join(root, file), "utf8"))));
const table = readFileSync(join(root, "docs/variables.md"), "utf8");
const listed = [...table.matchAll(/^\| `([A-Z0-9_]+)` +\|/gm)].map(([, name = ""]) => name);

test("the reader of sources finds variables in every form", () => {
  const source =
    'process.env["A"] variables["B"] process.env[x ? "C" : "D"] oneOf(all, "OPENENV_E", v) /* variable `F_G` */';
  expect(namesIn(source).toSorted()).toEqual(["A", "B", "C", "D", "F_G", "OPENENV_E"]);
  expect(read.size).toBeGreaterThan(20);
});

test("every variable that is read is in the table", () => {
  expect([...read].filter((name) => !listed.includes(name))).toEqual([]);
});

test("every variable of the table is read, and stands there once", () => {
  expect(listed.filter((name) => !read.has(name))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
});
