/** A package that was renamed keeps its name, and what is generated beside it follows. */
import { afterAll, expect, test } from "bun:test";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { planFolder } from "../src/generate.ts";
import { readPackageNames } from "../src/input/package-names.ts";

const made: string[] = [];
afterAll(() => Promise.all(made.map((folder) => rm(folder, { recursive: true }))));

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "openenv-names-"));
  made.push(folder);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

test("names are read from what is there", async () => {
  const folder = await folderWith({
    "client/package.json": '{ "name": "@acme/word" }',
    "server/package.json": "{ half",
  });
  expect(await readPackageNames(folder)).toEqual({ client: "@acme/word" });
  expect(await readPackageNames(join(folder, "elsewhere"))).toEqual({});
});

test("the version of the Python package is the one that the client has", async () => {
  const schema = join(import.meta.dirname, "fixtures/pydantic/twins.ts");
  const folder = await folderWith({
    "openenv.yaml": "name: echo\nversion: 0.1.0\npython: true\n",
    "schema.ts": `import { twins } from ${JSON.stringify(schema)};\nexport default twins.echo;\n`,
    "client/package.json": '{ "version": "4.5.6" }',
  });
  const versionLine = async (): Promise<string | undefined> => {
    const { plan } = await planFolder(folder);
    const file = plan?.files.find(({ path }) => path === "python/pyproject.toml");
    return /^version = .*$/m.exec(file?.content ?? "")?.[0];
  };
  expect(await versionLine()).toBe('version = "4.5.6"');
  await rm(join(folder, "client"), { recursive: true });
  expect(await versionLine()).toBe('version = "0.1.0"');
});

test("the generated server imports its client by the name it has", async () => {
  const schema = join(import.meta.dirname, "fixtures/pydantic/twins.ts");
  const folder = await folderWith({
    "openenv.yaml": "name: echo\n",
    "schema.ts": `import { twins } from ${JSON.stringify(schema)};\nexport default twins.echo;\n`,
    "client/package.json": '{ "name": "@acme/word" }',
  });
  const { plan, diagnostics } = await planFolder(folder);
  expect(diagnostics).toEqual([]);
  const contentOf = (path: string): string | undefined => plan?.files.find((file) => file.path === path)?.content;
  expect(contentOf("server/src/gen/define.ts")).toContain('from "@acme/word/spec"');
  expect(contentOf("server/package.json")).toContain('"name": "@openenv/echo-server"');
  expect(contentOf("server/package.json")).toContain('"@acme/word": "file:../client"');
});
