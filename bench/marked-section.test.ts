import { expect, test } from "bun:test";
import { withMarkedSection } from "./marked-section.ts";

test("only what stands between the marks is replaced", () => {
  const document = "# A\n\n<!-- bench: begin -->\nold\n<!-- bench: end -->\n\nB\n";
  expect(withMarkedSection(document, "new")).toBe("# A\n\n<!-- bench: begin -->\n\nnew\n\n<!-- bench: end -->\n\nB\n");
  expect(() => withMarkedSection("# A\n", "new")).toThrow("no");
});
