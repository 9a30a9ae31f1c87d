/** The reference of the command line says what its commands say. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { commandNames, commandReference, loadCommand } from "@openenv/cli";
import { root } from "./snippets.ts";

test("docs/cli.md is made from the commands: bun scripts/cli-reference.ts", async () => {
  const expected = commandReference(await Promise.all(commandNames.map(loadCommand)));
  // The formatter pads tables; the words are what counts.
  const words = (text: string): string => text.replaceAll(/[\s-]+/g, " ").trim();
  expect(words(readFileSync(join(root, "docs/cli.md"), "utf8"))).toBe(words(expected));
});
