/** Every file of tests in this repository, and what stands in it. */
import { readText, repositoryFiles } from "../structure/source-tree.ts";

export interface TestFile {
  readonly path: string;
  readonly text: string;
}

/** The data of the conformance suite names things without testing them; the kit is the original's. */
const NO_TESTS = /^test\/(?:conformance\/|interop\/kit\/)|\/dist\//;

export function testFiles(): readonly TestFile[] {
  return repositoryFiles()
    .filter((path) => path.endsWith(".ts") && (/(?:^|\/)test\//.test(path) || path.endsWith(".test.ts")))
    .filter((path) => !NO_TESTS.test(path))
    .map((path) => ({ path, text: readText(path) }));
}
