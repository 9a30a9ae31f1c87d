/** Generating from schema documents and running servers, and comparing with them. */
import { serve } from "@openenv/core/serve";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runGenerate, type GenerateCommand } from "../src/command/generate-command.ts";
import { compareWithServer } from "../src/drift.ts";
import { planDocument, planSchemaModule } from "../src/generate.ts";
import type { JsonObject } from "../src/json/json.ts";
import type * as CounterClient from "./golden/counter/client/src/gen/index.ts";
import { counterManifest } from "./golden/counter/client/src/gen/index.ts";
import { defineCounterEnvironment } from "./golden/counter/server/src/gen/index.ts";
import { textOf } from "./support/plans.ts";
import { freePort } from "../../../scripts/free-port.ts";

const corpus = join(import.meta.dirname, "corpus");
// Within the package, where generated code finds what it imports.
const cache = join(import.meta.dirname, "../.cache");
const python = process.env["OPENENV_PYTHON"] ?? "";
const kit = join(import.meta.dirname, "../../../test/interop/kit/py_server.py");
/** Python imports half a web framework first, and CI machines are busy. */
const START_MS = 180_000;
const unused = "http://127.0.0.1:9";

let folder = "";
beforeAll(async () => {
  await mkdir(cache, { recursive: true });
  folder = await mkdtemp(join(cache, "documents-"));
});
afterAll(() => rm(folder, { recursive: true }));

const counter = defineCounterEnvironment(() => ({
  reset: () => ({ observation: { value: 0, history: [] } }),
  step: () => ({ observation: { value: 0, history: [] }, reward: 0, done: false }),
}));

describe("a file", () => {
  test("with the parts of /schema gives packages", async () => {
    const { plan, diagnostics } = await planDocument(join(corpus, "envs/kernrl.schema.json"), "kernrl");
    expect(diagnostics).toEqual([]);
    const types = plan === undefined ? "" : textOf(plan, "client/src/gen/types.ts");
    expect(types).toContain("from kernrl.schema.json");
    expect(types).toContain("export interface KernrlAction {\n  code: string;\n");
  });

  test("CG-15: with any schema gives one module", async () => {
    const { plan } = await planSchemaModule(join(corpus, "edge/ref_escapes.schema.json"));
    expect(plan?.files.map(({ path }) => path)).toEqual(["schema.ts"]);
  });

  test.each([
    ["that is not there", "nowhere.json", "env"],
    ["that is no environment", join(corpus, "edge/tuples.schema.json"), "env"],
    ["under a name that is none", join(corpus, "envs/kernrl.schema.json"), "No Name"],
  ])("%s is an error", async (_name, path, name) => {
    const { plan, diagnostics } = await planDocument(path, name);
    expect(plan).toBeUndefined();
    expect(diagnostics).toHaveLength(1);
  });

  test("in an environment's folder stands for schema.ts", async () => {
    const home = join(folder, "from-json");
    await mkdir(home);
    await writeFile(join(home, "openenv.yaml"), "name: kernrl\nversion: 2.0.0\nstep_timeout_ms: 1500\n");
    await writeFile(join(home, "kernrl.schema.json"), await readFile(join(corpus, "envs/kernrl.schema.json")));
    expect(await run({ folders: [home] })).toMatchObject({ code: 0 });
    const manifest = await readFile(join(home, "client/src/gen/manifest.ts"), "utf8");
    expect(manifest).toContain('version: "2.0.0"');
    expect(manifest).toContain("stepTimeoutMs: 1500,");
  });
});

describe("a running server", () => {
  test("gives the packages it was generated from, and no drift", async () => {
    await using server = await serve(counter, { port: 0 });
    const { plan, published, diagnostics } = await planDocument(server.url, "counter");
    expect(diagnostics).toEqual([]);
    expect(published).toEqual(counterManifest.jsonSchema as never);
    const types = plan === undefined ? "" : textOf(plan, "client/src/gen/types.ts");
    expect(types).toContain("export interface CounterObservation {\n  value: number;\n  history: number[];\n}");
    expect((await compareWithServer(published as JsonObject, `${server.url}/schema`)).text).toBe("");
  });

  test("with other schemas is drift, shown as a diff", async () => {
    await using server = await serve(counter, { port: 0 });
    const other = structuredClone(counterManifest.jsonSchema) as unknown as { action: { properties: object } };
    other.action.properties = {};
    const { text } = await compareWithServer(other as never, server.url);
    expect(text).toContain("--- a/action.schema.json\n+++ b/action.schema.json\n");
    expect(text).toMatch(/^\+ +"delta": \{$/m);
    expect(text).not.toContain("observation.schema.json");
  });

  test("that does not answer is an error, not an empty schema", async () => {
    const { plan, diagnostics } = await planDocument(unused, "counter");
    expect(plan).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(["OE1018"]);
    const drift = await compareWithServer({}, unused);
    expect(drift.diagnostics.map(({ code }) => code)).toEqual(["OE1018"]);
  });
});

describe("the command", () => {
  const module = { from: join(corpus, "edge/union_tagged.schema.json"), emit: "schema" as const };

  test("writes once, then finds nothing to do", async () => {
    const out = join(folder, "module");
    expect(await run({ ...module, out })).toMatchObject({
      code: 0,
      out: expect.stringMatching(/schema\.ts: added\n$/),
    });
    expect(await run({ ...module, out })).toMatchObject({ code: 0, out: expect.stringMatching(/: up to date\n$/) });
    expect(await run({ ...module, out, check: true })).toMatchObject({ code: 0 });
  });

  test("--check fails with a diff, and writes nothing", async () => {
    const out = join(folder, "stale");
    await run({ ...module, out });
    await writeFile(join(out, "schema.ts"), "// Mine\n");
    const { code, out: text } = await run({ ...module, out, check: true });
    expect(code).toBe(1);
    expect(text).toContain("--- a/schema.ts\n+++ b/schema.ts\n");
    expect(text).toContain("\n-// Mine\n");
    expect(await readFile(join(out, "schema.ts"), "utf8")).toBe("// Mine\n");
  });

  test("--json tells the same to a program", async () => {
    const { code, out } = await run({ ...module, out: join(folder, "json"), check: true, json: true });
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      environments: [{ ok: false, changes: [{ kind: "missing", path: "schema.ts" }], diagnostics: [] }],
    });
  });

  test("an error is told, and nothing is written", async () => {
    const out = join(folder, "nothing");
    const { code, error } = await run({ from: unused, name: "x_env", out });
    expect(code).toBe(1);
    expect(error).toContain("error OE1018");
    expect(existsSync(out)).toBe(false);
  });
});

describe.skipIf(!existsSync(python))("the Python server (needs OPENENV_PYTHON)", () => {
  let child: ChildProcess | undefined;
  let url = "";
  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    child = spawn(python, [kit, "--env", "counter", "--port", String(port)], { stdio: "ignore" });
    const deadline = Date.now() + START_MS;
    while (
      !(await fetch(`${url}/health`).then(
        (response) => response.ok,
        () => false,
      ))
    ) {
      if (Date.now() > deadline) throw new Error("the Python server does not start");
      await Bun.sleep(100);
    }
  }, START_MS + 10_000);
  afterAll(() => child?.kill());

  test("is driven by a client that was generated from it", async () => {
    const out = join(folder, "python");
    expect(await run({ from: url, name: "counter_env", out })).toMatchObject({ code: 0, error: "" });
    const { CounterEnv } = (await import(join(out, "client/src/gen/index.ts"))) as typeof CounterClient;
    await using env = await CounterEnv.connect(url);
    expect((await env.reset({ start: 3 })).observation).toEqual({ value: 3, history: [3] });
    const { observation, reward, done } = await env.step({ delta: 2 });
    expect({ observation, reward, done }).toEqual({
      observation: { value: 5, history: [3, 5] },
      reward: 2,
      done: false,
    });
    expect(await env.state()).toMatchObject({ value: 5, seed: null, finished: false, step_count: 1 });
  }, 60_000);

  test("publishes what the zod twin does", async () => {
    expect((await compareWithServer(counterManifest.jsonSchema as never, url)).text).toBe("");
  });
});

test("packages from a document compile, also without a workspace", async () => {
  const out = join(folder, "types");
  const from = join(import.meta.dirname, "fixtures/pydantic/rich.schema.json");
  expect(await run({ from, name: "rich_env", out })).toMatchObject({ code: 0, error: "" });
  const paths = {
    "@openenv/rich-env": ["./client/src/index.ts"],
    "@openenv/rich-env/spec": ["./client/src/gen/spec.ts"],
  };
  // The sources of core, which are read here, want more of the library than its build does.
  const lib = ["ESNext", "DOM", "DOM.Iterable"];
  const compilerOptions = { paths, lib, customConditions: ["@openenv/source"] };
  const include = ["client/src", "server/src"];
  await writeFile(
    join(out, "tsconfig.json"),
    JSON.stringify({ extends: "./server/tsconfig.json", compilerOptions, include }),
  );
  const tsc = join(import.meta.dirname, "../../../node_modules/typescript/bin/tsc");
  const { stdout, status } = spawnSync(process.execPath, [tsc, "-p", out], { encoding: "utf8" });
  expect({ stdout, status }).toEqual({ stdout: "", status: 0 });
}, 120_000);

async function run(options: Partial<GenerateCommand>): Promise<{ code: number; out: string; error: string }> {
  let [out, error] = ["", ""];
  const code = await runGenerate(
    { folders: [], check: false, json: false, ...options },
    { out: (text) => void (out += text), error: (text) => void (error += text) },
  );
  return { code, out, error };
}
