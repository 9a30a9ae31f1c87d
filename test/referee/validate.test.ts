/** `openenv validate`: ids, exit codes and reports of the original (PROTOCOL §8.5, §8.6), and that static checks run nothing. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { serve } from "@openenv/core/serve";
import { echoServer } from "@openenv/echo-env-server";
import { runCommand } from "openenv-scripts/run-command.ts";
import { commandLine, envFor, requireRuntime } from "openenv-scripts/runtimes.ts";
import { makeProject, openenv, type PackageReport, root, templates } from "./project.ts";

setDefaultTimeout(120_000);

const manifest = readFileSync(join(root, "packages/envs/echo-env/openenv.yaml"), "utf8");

/** A folder with files in it, gone at the end. */
function packageOf(files: Readonly<Record<string, string>>): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "openenv-validate-"));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), content);
  }
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

async function report(...args: string[]): Promise<PackageReport & { readonly exitCode: number }> {
  const { output, exitCode } = await openenv(["validate", ...args, "--json"]);
  return { ...(JSON.parse(output) as PackageReport), exitCode };
}

const statusOf = ({ results }: PackageReport, id: string): string | undefined =>
  results.find(({ check_id }) => check_id === id)?.status;

describe("a package", () => {
  test("OE-85: a static check passes with 0 and runs no code", async () => {
    using folder = packageOf({
      "openenv.yaml": manifest,
      "schema.ts": `import { writeFileSync } from "node:fs"; writeFileSync(new URL("./ran", import.meta.url), "");`,
    });
    const result = await report(folder.path, "--level", "static");
    expect(result).toMatchObject({ exitCode: 0, verdict: "pass" });
    expect(existsSync(join(folder.path, "ran"))).toBe(false);
  });

  const layouts: [layout: string, files: Readonly<Record<string, string>>][] = [
    ["Python's", { "pyproject.toml": '[project]\nname = "echo"\n', "server/app.py": "app = None\n", "client.py": "" }],
    ["a Dockerfile alone", { Dockerfile: 'FROM scratch\nRUN make install\nCMD ["/serve"]\n' }],
    ["one package of npm", { "package.json": '{"name":"echo-server","bin":"./main.js"}', "main.js": "" }],
  ];
  test.each(layouts)("OE-83: %s is a layout like another", async (_layout, files) => {
    using folder = packageOf({ "openenv.yaml": manifest, ...files });
    const result = await report(folder.path, "--level", "static");
    expect(result).toMatchObject({ exitCode: 0, verdict: "pass" });
  });

  test.each([
    ["reward: { range: [0, 100], floor_margin: 0.1 }", "reward: { range: [1, 0], floor_margin: 0.1 }", "reward.range"],
    ["floor_margin: 0.1", "floor_margin: 0.01", "floor_margin is under 0.1"],
    ["cpu: 1,", "cpu: 0,", "resources.cpu"],
    ["tags: [echo]", "tags: []", "types.tags"],
    ["kind: openenv_ws", "probe_path: ../x.json", "execution.probe_path"],
    ["kind: reward_channel", "kind: script", "capabilities.verifier.entry"],
  ])("OE-85: %s → %s fails with 1 and the field", async (from, to, field) => {
    expect(manifest).toContain(from);
    using folder = packageOf({ "openenv.yaml": manifest.replace(from, to) });
    const result = await report(folder.path, "--level", "static");
    expect([result.exitCode, statusOf(result, "static.manifest")]).toEqual([1, "fail"]);
    expect(result.results[0]?.evidence.join()).toContain(field);
  });

  test("OE-85: what is none, or of two kinds, is 2; a policy of another level is 3", async () => {
    using none = packageOf({ "README.md": "" });
    using both = packageOf({ "openenv.yaml": manifest, "task.toml": "" });
    for (const { path } of [none, both]) expect((await openenv(["validate", path])).exitCode).toBe(2);
    expect((await openenv(["validate", both.path, "--policy", "v1"])).exitCode).toBe(3);
  });

  test("OE-86: the report names every check; a bad plan is a failed start", async () => {
    using folder = packageOf({ "openenv.yaml": manifest, "validation/runtime.json": `{"plan_schema_version":"1"}` });
    const result = await report(folder.path);
    expect([result.exitCode, statusOf(result, "runtime.startup")]).toEqual([1, "fail"]);
    expect(result.results.map(({ check_id }) => check_id)).toMatchSnapshot();
  });

  test.each(templates)("the template %s plays its episode", async (template) => {
    using project = await makeProject(template);
    const result = await report(project.folder, "--provider", "process");
    expect(result.results.filter(({ status }) => status === "fail" || status === "error")).toEqual([]);
    for (const id of [
      "runtime.reward_well_formed",
      "runtime.observation_schema",
      "runtime.state_contract",
      "project.seed_determinism",
    ])
      expect([id, statusOf(result, id)]).toEqual([id, "pass"]);
    expect([result.exitCode, result.verdict]).toEqual([0, "warn"]);
  });

  test("a build context plays its episode as a process where there is no engine", async () => {
    using folder = packageOf({});
    const context = join(folder.path, "context");
    const built = await openenv(["build", join(root, "packages/envs/echo-env"), "--context-out", context]);
    expect(built).toMatchObject({ exitCode: 0 });
    const result = await report(context, "--provider", "process");
    expect([result.exitCode, statusOf(result, "runtime.startup")]).toEqual([0, "pass"]);
  });

  test("a project plays its episode on Node 20 too, as built", async () => {
    const node = requireRuntime("node20");
    const echo = join(root, "packages/envs/echo-env");
    const command = [...commandLine(node, join(root, "packages/cli/src/main.ts")), "validate", echo, "--json"];
    const { output, exitCode } = await runCommand([...command, "--provider", "process"], {
      env: envFor("node20"),
      quiet: true,
    });
    expect([exitCode, statusOf(JSON.parse(output) as PackageReport, "runtime.startup")]).toEqual([0, "pass"]);
  });

  test("stale generated code fails", async () => {
    using project = await makeProject("minimal");
    const file = join(project.folder, "schema.ts");
    writeFileSync(file, readFileSync(file, "utf8").replace("max(200)", "max(300)"));
    const result = await report(project.folder, "--skip-build");
    expect([result.exitCode, statusOf(result, "project.generated_code")]).toEqual([1, "fail"]);
  });
});

describe("a running server", () => {
  const ids =
    "openapi_version_available health_endpoint metadata_endpoint schema_endpoint mcp_endpoint mode_endpoint_consistency";

  test("ours passes; one that does not answer is 1, with every criterion", async () => {
    await using server = await serve(echoServer, { port: 0 });
    const { output, exitCode } = await openenv(["validate", server.url, "--json"]);
    const found = JSON.parse(output) as {
      passed: boolean;
      criteria: { id: string; required: boolean; passed: boolean }[];
    };
    expect([exitCode, found.passed]).toEqual([0, true]);
    expect(found.criteria.filter(({ required }) => required).map(({ id }) => id)).toEqual(ids.split(" "));
    expect(found.criteria.filter(({ passed }) => !passed)).toEqual([]);
    // Nobody listens there: a server of this machine is asked directly (OE-14).
    const proxy = { HTTP_PROXY: "http://127.0.0.1:9", http_proxy: "http://127.0.0.1:9", NO_PROXY: "", no_proxy: "" };
    const direct = await openenv(["validate", server.url], root, proxy);
    expect(direct).toMatchObject({ exitCode: 0 });
    const gone = await openenv(["validate", "--url", "127.0.0.1:1"]);
    expect([gone.exitCode, gone.output]).toEqual([1, expect.stringContaining("FAIL   health_endpoint")]);
    expect(gone.output).toContain("Nobody answers at http://127.0.0.1:1: is it running?");
    expect((await openenv(["validate", ".", "--url", server.url])).exitCode).toBe(1);
    expect((await openenv(["validate", server.url, "--local"])).exitCode).toBe(1);
  });
});

const python = process.env["OPENENV_PYTHON"];
if (python === undefined) test.skip("the digest of Python's validator (without OPENENV_PYTHON)", () => {});
else
  test("the digest of a package is the one that Python's validator gives", async () => {
    const built = { "server/package.json": "{}", "server/dist/main.js": "4", "modules/zod/index.js": "5" };
    using folder = packageOf({ "openenv.yaml": manifest, "b/ü.txt": "1", "B.txt": "2", "outputs/x": "3", ...built });
    cpSync(join(root, "packages/envs/echo-env/validation"), join(folder.path, "validation"), { recursive: true });
    const command = [join(dirname(python), "openenv"), "validate", folder.path, "--level", "static", "--json"];
    const { output } = await runCommand(command, { quiet: true });
    const ours = await report(folder.path, "--level", "static");
    expect(ours.source_digest).toBe((JSON.parse(output) as PackageReport).source_digest);
  });
