/** What must not be in any file of the repository. */
import { expect, test } from "bun:test";
import { readText, repositoryFiles } from "./source-tree.ts";

const binary = /\.(?:png|jpe?g|gif|ico|woff2?|wasm|gz|tgz|zip)$/;
const texts = repositoryFiles().filter((file) => !binary.test(file));
const code = texts.filter((file) => /\.(?:ts|mts|js|mjs)$/.test(file));

test("nothing is left to do without an owner", () => {
  expect(linesWith(code, /\b(?:TODO|FIXME|XXX)\b(?!\([\w-]+\))/)).toEqual([]);
});

test("no path of somebody's machine", () => {
  expect(linesWith(texts, /(?<![\w.:/-])\/(?:work|root|Users|home\/\w+)\/|\b[A-Z]:\\\\?Users\b/)).toEqual([]);
});

test("no package registry is named", () => {
  expect(linesWith(texts, /registry\.npmjs|registry\.yarnpkg|npm\.jsr\.io|pypi\.org|pythonhosted/)).toEqual([]);
});

test("no test hides the others", () => {
  expect(linesWith(code, /\b(?:test|it|describe)\.only\b/)).toEqual([]);
});

test("no package uses what Node 20 has not, though the types have it", () => {
  const published = code.filter((file) => /^packages\/.*\/(?:src|templates)\//.test(file));
  expect(published.length).toBeGreaterThan(100);
  expect(linesWith(published, /\b(?:Async)?DisposableStack\b|\bSuppressedError\b/)).toEqual([]);
});

test("files and folders are kebab-case", () => {
  const words = /^\.?[a-z0-9]+(?:[-.][a-z0-9]+)*$/;
  expect(code.filter((file) => !file.split("/").every((part) => words.test(part)))).toEqual([]);
});

/** `file:line` of every match, but for the patterns in this file. */
function linesWith(files: readonly string[], pattern: RegExp): readonly string[] {
  return files
    .filter((file) => file !== "test/structure/hygiene.test.ts")
    .flatMap((file) =>
      readText(file)
        .split("\n")
        .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 100)}`] : [])),
    );
}
