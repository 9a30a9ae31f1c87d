/**
 * The code blocks of the documentation, so that tests can run what readers are shown.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryFiles } from "../structure/source-tree.ts";

/** The root of this repository. */
export const root: string = join(import.meta.dirname, "../..");

/** One fenced block. */
export interface Snippet {
  /** `README.md#3`: file and number of the block in it. */
  readonly id: string;
  readonly language: string;
  readonly code: string;
  /** The file that the block's first line names, if it does: the block then shows that file's content. */
  readonly shows: string | undefined;
}

/** What readers are shown: the README, the guides, and the packages' own pages. */
export function pages(): string[] {
  return repositoryFiles().filter((file) => /^(?:README|docs\/[\w-]+|packages\/.*\/README)\.md$/.test(file));
}

/** All blocks of a Markdown file that name a language. */
export function snippetsOf(file: string): Snippet[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = "", code = ""], index) => {
    const shows = /^\/\/ (\S+\/\S+\.ts)\n/.exec(code)?.[1];
    return { id: `${file}#${index + 1}`, language, code, shows };
  });
}
