/** Plans against what is there: compared, carried out, and checked. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { headerText } from "../src/emit/header.ts";
import { apply } from "../src/plan/apply.ts";
import { check } from "../src/plan/check.ts";
import { diff } from "../src/plan/diff.ts";
import { FolderStorage } from "../src/plan/folder-storage.ts";
import { MemoryStorage } from "../src/plan/memory-storage.ts";
import type { Plan } from "../src/plan/plan.ts";
import { unifiedDiff } from "../src/plan/unified-diff.ts";

const header = headerText({ origin: "schema.ts", schemaHash: "sha256:0", command: "generate" });
const generated = `${header}export const a = 1;\n`;

const plan: Plan = {
  generatedFolders: ["src/gen"],
  files: [
    { path: "src/gen/a.ts", ownership: "generated", content: generated },
    { path: "README.md", ownership: "scaffold", content: "# scaffold\n" },
    {
      path: "package.json",
      ownership: "merged",
      content: "{}\n",
      merge: (existing) => (existing.includes("added") ? existing : `${existing}added\n`),
    },
  ],
};
const upToDate = { "src/gen/a.ts": generated, "README.md": "# mine\n", "package.json": "mine added\n" };

/** What is found, as `kind path`. */
async function changesOf(files: Record<string, string>): Promise<string[]> {
  return (await diff(plan, new MemoryStorage(files))).map(({ kind, path }) => `${kind} ${path}`);
}

describe("what differs", () => {
  const { "src/gen/a.ts": _a, ...withoutGenerated } = upToDate;
  const cases: [string, Record<string, string>, string[]][] = [
    ["nothing", upToDate, []],
    ["everything is missing", {}, ["missing README.md", "missing package.json", "missing src/gen/a.ts"]],
    ["a generated file is missing", withoutGenerated, ["missing src/gen/a.ts"]],
    ["a generated file was edited", { ...upToDate, "src/gen/a.ts": `${generated}\n` }, ["changed src/gen/a.ts"]],
    ["a generated file has CRLF", { ...upToDate, "src/gen/a.ts": generated.replaceAll("\n", "\r\n") }, []],
    ["a scaffold is the author's own", { ...upToDate, "README.md": "" }, []],
    ["a merged file lacks something", { ...upToDate, "package.json": "mine\n" }, ["changed package.json"]],
    ["a leftover with the header", { ...upToDate, "src/gen/old.ts": generated }, ["extra src/gen/old.ts"]],
    ["a leftover in a folder below", { ...upToDate, "src/gen/x/old.ts": generated }, ["extra src/gen/x/old.ts"]],
    ["a foreign file among generated ones", { ...upToDate, "src/gen/mine.ts": "export {};\n" }, []],
    ["a foreign file that quotes the header", { ...upToDate, "src/gen/mine.ts": `// ${generated}` }, []],
    ["a generated file outside of the folder", { ...upToDate, "src/old.ts": generated }, []],
  ];
  test.each(cases)("%s", async (_name, files, expected) => {
    expect(await changesOf(files)).toEqual(expected);
    const { upToDate: fine, text } = await check(plan, new MemoryStorage(files));
    expect(fine).toBe(expected.length === 0);
    expect(text === "").toBe(expected.length === 0);
  });
});

test("applying makes it as planned, and keeps what is the author's", async () => {
  const storage = new MemoryStorage({ "README.md": "# mine\n", "package.json": "mine\n", "src/gen/old.ts": generated });
  await apply(await diff(plan, storage), storage);
  expect(Object.fromEntries(storage.files)).toEqual({
    "README.md": "# mine\n",
    "package.json": "mine\nadded\n",
    "src/gen/a.ts": generated,
  });
  expect(await diff(plan, storage)).toEqual([]);
});

test("checking writes nothing", async () => {
  const storage = new MemoryStorage({ "src/gen/old.ts": generated });
  await check(plan, storage);
  expect([...storage.files.keys()]).toEqual(["src/gen/old.ts"]);
});

describe("on the disk", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "openenv-plan-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("an unchanged file keeps its time, a changed one does not", async () => {
    const storage = new FolderStorage(folder);
    await apply(await diff(plan, storage), storage);
    const file = join(folder, "src/gen/a.ts");
    const { mtimeMs } = await stat(file);
    await Bun.sleep(20);
    await apply(await diff(plan, storage), storage);
    expect((await stat(file)).mtimeMs).toBe(mtimeMs);
    await writeFile(file, "edited");
    await apply(await diff(plan, storage), storage);
    expect(await readFile(file, "utf8")).toBe(generated);
  });

  test("leftovers are removed, foreign files are not", async () => {
    const storage = new FolderStorage(folder);
    await storage.write("src/gen/deep/old.ts", generated);
    await storage.write("src/gen/mine.ts", "mine");
    expect((await diff(plan, storage)).map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      "extra src/gen/deep/old.ts",
    ]);
    await apply(await diff(plan, storage), storage);
    expect(await storage.read("src/gen/deep/old.ts")).toBeUndefined();
    expect(await storage.read("src/gen/mine.ts")).toBe("mine");
  });

  test.each(["../outside.ts", "/etc/hostname", "src/../../outside.ts"])("%s cannot be reached", async (path) => {
    const storage = new FolderStorage(folder);
    const attempts = [storage.write(path, ""), storage.read(path), storage.remove(path)];
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.map((outcome) => outcome.status === "rejected" && outcome.reason instanceof RangeError)).toEqual([
      true,
      true,
      true,
    ]);
  });
});

describe("unified diff", () => {
  test("is what diff -u prints", () => {
    const before = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\n";
    const after = "a\nB\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n";
    expect(unifiedDiff("x.ts", before, after)).toBe(
      "--- a/x.ts\n+++ b/x.ts\n@@ -1,5 +1,5 @@\n a\n-b\n+B\n c\n d\n e\n@@ -9,3 +9,4 @@\n i\n j\n k\n+l\n",
    );
  });

  test("of a new and of a removed file", () => {
    expect(unifiedDiff("x", "", "a\n")).toBe("--- /dev/null\n+++ b/x\n@@ -0,0 +1,1 @@\n+a\n");
    expect(unifiedDiff("x", "a\n", "")).toBe("--- a/x\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n");
  });

  test("of many different lines stays cheap", () => {
    const lines = (prefix: string): string => Array.from({ length: 5000 }, (_, n) => `${prefix}${n}\n`).join("");
    const text = unifiedDiff("x", lines("a"), lines("b"));
    expect(text.split("\n").filter((line) => /^[+-][ab]/.test(line))).toHaveLength(10_000);
  });
});
