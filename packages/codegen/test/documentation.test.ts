/** docs/codegen.md lists every diagnostic, as it is; `scripts/diagnostics-index.ts` writes the list. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { diagnosticKinds } from "../src/diagnostics/codes.ts";

test("the index of diagnostics is the table in the source", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/codegen.md"), "utf8");
  const rows = page.split("\n").filter((line) => /^\| OE\d{4} /.test(line));
  const cells = rows.map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const expected = Object.entries(diagnosticKinds).map(([code, { severity, title, hint }]) => [
    code,
    severity,
    title,
    hint,
  ]);
  expect(cells).toEqual(expected);
});
