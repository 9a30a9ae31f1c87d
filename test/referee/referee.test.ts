/**
 * The original's own validator on what we make: the package of Python's openenv 0.10, which knows nothing of us. It builds
 * the image, runs it without rights, and plays an episode.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runCommand } from "openenv-scripts/run-command.ts";
import { startServer } from "openenv-scripts/start-server.ts";
import { dockerEngine, type TestEngine } from "../providers/harness/engine.ts";
import { standInForBase } from "../providers/harness/images.ts";
import { makeProject, openenv, root, templates } from "./project.ts";

/** An image, an interpreter and a container each, on a machine that may be busy. */
setDefaultTimeout(240_000);

/** What passes; the rest is not implemented there. */
const PASSED = [
  "static.manifest",
  "runtime.startup",
  "runtime.reward_well_formed",
  "runtime.observation_schema",
  "runtime.state_contract",
];

interface Report {
  readonly verdict: string;
  readonly passed: boolean;
  readonly results: readonly {
    readonly check_id: string;
    readonly status: string;
    readonly evidence: readonly string[];
  }[];
}

const python = process.env["OPENENV_PYTHON"];
const environments = ["echo-env", "coding-env"];
const engine = dockerEngine();
let work: string;
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), "openenv-referee-"));
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

if (python === undefined) test.skip("Python's validator (without OPENENV_PYTHON)", () => {});
else if ("missing" in engine) test.skip(`Python's validator: ${engine.missing}`, () => {});
else {
  const referee = join(dirname(python), "openenv");

  describe("Python's openenv validate", () => {
    test.each(environments)("%s: a build context, at the runtime level", (name) =>
      judge(referee, engine, join(root, "packages/envs", name), name),
    );

    test.each(templates)("the template %s: a build context, at the runtime level", async (template) => {
      using project = await makeProject(template);
      await judge(referee, engine, project.folder, template);
    });

    test.each(environments)("%s: a running server", async (name) => {
      await using server = await startServer("bun", join(root, "packages/envs", name, "server/src/main.ts"), [
        "--port=0",
      ]);
      const { output, exitCode } = await runCommand([referee, "validate", server.url, "--json"], { quiet: true });
      expect([exitCode, (JSON.parse(output) as Report).passed]).toEqual([0, true]);
    });

    test.each(templates)("the template %s: a running server", async (template) => {
      using project = await makeProject(template);
      await using server = await startServer("bun", join(project.folder, "server/src/main.ts"), ["--port=0"]);
      const { output, exitCode } = await runCommand([referee, "validate", server.url, "--json"], { quiet: true });
      expect([exitCode, (JSON.parse(output) as Report).passed]).toEqual([0, true]);
    });
  });
}

async function judge(referee: string, engine: TestEngine, environment: string, name: string): Promise<void> {
  const context = join(work, name);
  const built = await openenv(["build", environment, "--context-out", context]);
  expect(built).toMatchObject({ exitCode: 0 });
  using _ = standInForBase(engine, context);
  const report = join(work, `${name}.json`);
  const command = [referee, "validate", context, "--level", "runtime", "--output", report, "--json"];
  const { engineHost, env } = engine;
  const host = engineHost === undefined ? {} : { DOCKER_HOST: engineHost, DOCKER_BUILDKIT: "0" };
  const { exitCode, output } = await runCommand(command, { env: { ...process.env, ...env, ...host }, quiet: true });
  if (exitCode > 1) throw new Error(output);
  const { verdict, results } = JSON.parse(readFileSync(report, "utf8")) as Report;
  const failed = results.filter(({ status }) => status === "fail" || status === "error");
  expect(failed).toEqual([]);
  expect(results.filter(({ status }) => status === "pass").map(({ check_id }) => check_id)).toEqual(
    expect.arrayContaining(PASSED),
  );
  expect([exitCode, verdict]).toEqual([0, "warn"]);
}
