/**
 * What tests of `openenv push --space` share: an environment whose server needs nothing installed, and a push of it to a
 * FAKE hub.
 */
import { expect } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { type FakeSpace, type FakeSpaceHub, startFakeSpaceHub } from "./fake-space-hub.ts";
import { openenv, type Ran } from "./harness.ts";

export const TOKEN = "hf_verySecretToken";

/** Made with the first folder in it. A file of tests removes it: `afterAll(removeWork)`. */
export const work: string = join(tmpdir(), `openenv-push-space-${crypto.randomUUID()}`);

export function removeWork(): void {
  rmSync(work, { recursive: true, force: true });
}

export function newFolder(prefix: string): string {
  mkdirSync(work, { recursive: true });
  return mkdtempSync(join(work, `${prefix}-`));
}

/** Begins with a zero: by its first bytes the FAKE hub tells what is binary. */
const weights = crypto.getRandomValues(new Uint8Array(300_000)).fill(0, 0, 1);

/** A new folder, with a large file; `manifest` are lines for its `openenv.yaml`. */
export function environment(manifest: readonly string[] = []): string {
  const folder = newFolder("word-env");
  mkdirSync(join(folder, "validation/data"), { recursive: true });
  const files = {
    "openenv.yaml": ["name: word_env", "version: 0.2.0", "description: Guess a word", ...manifest, ""].join("\n"),
    "package.json": JSON.stringify({ name: "word-env-server", version: "1.0.0", type: "module", bin: "./main.ts" }),
    "main.ts": 'export const word: string = "größer";\n',
    "validation/runtime.json": "{}\n",
    "validation/data/weights.bin": weights,
  };
  for (const [path, content] of Object.entries(files)) writeFileSync(join(folder, path), content);
  return folder;
}

/** What `--space-out` writes. */
export async function layoutOf(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const out = newFolder("layout");
  expect(await openenv(["push", folder, "--space-out", out])).toMatchObject({ exitCode: 0 });
  return filesOf(out);
}

export function filesOf(folder: string): ReadonlyMap<string, Buffer> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [relative(folder, path), readFileSync(path)]));
}

export function startHub(options: Partial<Parameters<typeof startFakeSpaceHub>[0]> = {}): FakeSpaceHub {
  return startFakeSpaceHub({ token: TOKEN, user: "bob", ...options });
}

/** No token but the test's own, whoever runs it. */
export function variablesFor({ endpoint }: { readonly endpoint: string }, own: object = {}): Record<string, string> {
  return { HF_ENDPOINT: endpoint, HF_TOKEN: TOKEN, HF_HOME: join(work, "nobody"), ...own };
}

export function push(
  hub: { readonly endpoint: string },
  folder: string,
  args: readonly string[],
  env: object = {},
): Promise<Ran> {
  return openenv(["push", folder, ...args], { env: variablesFor(hub, env) });
}

/** The Space holds the layout and nothing else, but git's own settings. */
export function expectLayout(space: FakeSpace | undefined, expected: ReadonlyMap<string, Buffer>): void {
  const files = new Map(space?.files);
  expect(files.delete(".gitattributes")).toBe(true);
  expect([...files.keys()].toSorted()).toEqual([...expected.keys()].toSorted());
  for (const [path, content] of expected) expect(files.get(path)?.equals(content)).toBe(true);
}

/** The requests that write, or may. */
export function writesTo({ requests }: FakeSpaceHub): readonly string[] {
  return requests.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
}

/** What `--json` says of a failure. */
export interface Told {
  readonly error: { readonly code: string; readonly message: string; readonly next: string };
}
