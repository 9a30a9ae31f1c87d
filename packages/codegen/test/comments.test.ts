/** Doc comments of a `schema.ts`: carried where zod has no text, by a compiler that is loaded only for that. */
import { beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import type { Diagnostic } from "../src/diagnostics/diagnostic.ts";
import type { Json } from "../src/json/json.ts";
import { valueAt } from "../src/json/pointer.ts";
import type { EnvironmentSource } from "../src/read/read-environment.ts";

interface Printed {
  readonly source: EnvironmentSource;
  readonly diagnostics: readonly Diagnostic[];
  readonly loaded: boolean;
}

const SLOW = 60_000;

function readFolder(name: string, ...options: string[]): Printed {
  const program = join(import.meta.dirname, "support/print-environment.ts");
  const folder = join(import.meta.dirname, "fixtures/environments", name);
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, folder, ...options], { encoding: "utf8" });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return JSON.parse(stdout) as Printed;
}

describe("comments of schema.ts", () => {
  let printed: Printed;
  beforeAll(() => {
    printed = readFolder("commented");
  }, SLOW);

  /** What each property, definition and root is described as. */
  const texts: [place: string, text: string | undefined][] = [
    ["action", "One move of a player."],
    ["action/oneOf/0", "Takes a stone away."],
    ["action/oneOf/0/properties/from", "Where it lies."],
    ["action/oneOf/0/properties/from/properties/x", "Counted from the left."],
    ["action/oneOf/1", undefined],
    ["action/oneOf/1/properties/to", "A place on the board."],
    ["action/oneOf/1/properties/to/properties/y", "Counted from the top.\nIt may be `*\\/`."],
    ["action/oneOf/1/properties/count", "How many, at once."],
    ["observation/properties/at", "When it was, in seconds."],
    ["observation/properties/stones", "Where stones lie."],
    ["observation/properties/stones/items", "A place on the board."],
    ["observation/properties/named/additionalProperties/properties/weight", "In grams."],
    ["observation/properties/tree", "Grows."],
    ["observation/$defs/Branch", "A branch of the tree."],
    ["observation/$defs/Branch/properties/name", "What it is called."],
    ["observation/$defs/Branch/properties/branches", "What grows on it."],
    ["observation/properties/other", undefined],
    ["observation/properties/note", "From zod."],
    ["observation/properties/pair/prefixItems/0/properties/a", "The first."],
    ["observation/properties/pair/prefixItems/1/properties/size", "In bytes."],
    ["observation/properties/either/anyOf/0/properties/size", "In bytes."],
    ["observation/properties/either/anyOf/1/properties/time", "In seconds."],
    ["observation/properties/later/properties/x", "Counted from the left."],
    ["observation/properties/file/properties/size", "In bytes."],
    ["observation/properties/file/properties/name", "With its ending."],
    ["observation/properties/file/properties/old", undefined],
    ["observation/properties/file/properties/older", "Use `name`."],
    ["observation/properties/plain", undefined],
    ["state/properties/next", "Who is next."],
    ["reset/properties/size", "How large the board is."],
    ["tools/0", "Tells what to do."],
    ["tools/0/input/properties/depth", "How far to look."],
    ["tools/0/output/properties/move", "What to do."],
    ["tools/1", "From the schema."],
  ];

  test.each(texts)("%s", (place, text) => {
    const found = valueAt(printed.source as unknown as Json, place.split("/")) as { description?: string } | undefined;
    expect(found).toBeDefined();
    expect(found?.description).toBe(text as string);
  });

  test("a tag marks what is deprecated", () => {
    const { properties } = valueAt(printed.source.observation, ["properties", "file"]) as Record<string, never>;
    expect(properties).toMatchObject({ old: { deprecated: true }, older: { deprecated: true } });
    expect(properties).not.toHaveProperty("name.deprecated");
  });

  test("nothing is said about it", () => {
    expect(printed).toMatchObject({ diagnostics: [], loaded: true });
  });
});

describe("ts-morph", () => {
  test(
    "is not loaded where no comment could be carried",
    () => expect(readFolder("plain")).toMatchObject({ diagnostics: [], loaded: false }),
    SLOW,
  );

  test(
    "is not needed: OE1020 tells what is left out",
    () => {
      const { diagnostics, source } = readFolder("commented", "without");
      expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([["OE1020", "warning"]]);
      expect(valueAt(source.observation, ["properties", "stones", "maxItems"])).toBe(9);
    },
    SLOW,
  );
});
