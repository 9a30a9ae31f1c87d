/**
 * A folder for temporary files of one test file's own, so that it can see what is left there: the system's is everybody's.
 */
import { afterAll, beforeAll } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/** From here to the end of the test file `tmpdir()` is a new folder. Called at the top of the file. */
export function ownTemporaryFolder(): void {
  const before = process.env["TMPDIR"];
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "openenv-test-"));
    process.env["TMPDIR"] = folder;
  });
  afterAll(() => {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    rmSync(folder, { recursive: true, force: true });
  });
}
