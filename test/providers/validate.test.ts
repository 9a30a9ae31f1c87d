/**
 * `openenv validate` on a real engine: what it does with images and containers, beside Python's validator on the same
 * contexts, and that nothing of it is left.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "openenv-scripts/run-command.ts";
import { envFor } from "openenv-scripts/runtimes.ts";
import { openenv, type PackageReport, root } from "../referee/project.ts";
import { dockerEngine, engineCommand, podmanEngine, type TestEngine } from "./harness/engine.ts";
import { baseImage, containersOf, standInForBase } from "./harness/images.ts";
import { type Inventory, inventoryOf, removeNews } from "./harness/inventory.ts";
import { until } from "./harness/processes.ts";
import { ownTemporaryFolder } from "./harness/temporary-folder.ts";
import { type Case, cases, Context, NEVER_HEALTHY } from "./harness/validate-cases.ts";

/** Images and containers on a machine that may be busy, and servers that are waited for until the validators give up. */
const LONG_MS = 240_000;
setDefaultTimeout(LONG_MS);

interface Judgement {
  readonly exitCode: number;
  readonly report: PackageReport;
}

const names = Object.keys(cases);
const echo = join(root, "packages/envs/echo-env");
const python = process.env["OPENENV_PYTHON"];
const engine = dockerEngine();
const podman = podmanEngine();
ownTemporaryFolder();
let work: string;
/** The context that `openenv build` makes of echo-env. */
let built: string;

beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), "work-"));
  built = join(work, "echo-env");
  expect(await openenv(["build", echo, "--context-out", built])).toMatchObject({ exitCode: 0 });
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

if ("missing" in engine) test.skip(`openenv validate: ${engine.missing}`, () => {});
else
  describe("openenv validate", () => {
    const variables = variablesFor(engine);
    const ours = new Map<string, Judgement>();
    let contexts: ReadonlyMap<string, string>;
    let theirs: ReadonlyMap<string, Judgement>;
    let base: Disposable;
    let before: Inventory;
    let after: Inventory;

    beforeAll(async () => {
      base = standInForBase(engine, built);
      before = inventoryOf(engine);
      contexts = new Map(names.map((name, index) => [name, contextOf(name, `case-${index}`)]));
      const judge = async (name: string): Promise<void> => {
        ours.set(name, await validate(contexts.get(name) as string, variables));
      };
      await Promise.all(names.filter((name) => name !== NEVER_HEALTHY).map(judge));
      after = inventoryOf(engine);
      // Both wait for half a minute until they give up.
      [theirs] = await Promise.all([validateByPython(contexts, variables), judge(NEVER_HEALTHY)]);
      expect(engineCommand(engine, "images", "--quiet", "openenv-validate")).toBe("");
      // Python's leaves its images there, and the containers of builds that fail.
      removeNews(engine, before);
    }, LONG_MS);
    afterAll(() => base[Symbol.dispose]());

    test.each(names)("%s", (name) => {
      const { exitCode, startup, evidence } = cases[name] as Case;
      const { exitCode: given, report } = ours.get(name) as Judgement;
      const { status, evidence: told = [] } = report.results.find((each) => each.check_id === "runtime.startup") ?? {};
      expect([given, status, told.join("\n")]).toEqual([exitCode, startup, expect.stringMatching(evidence)]);
      expect(report.verdict).toBe(exitCode === 0 ? "warn" : "fail");
    });

    if (python === undefined) test.skip("the same by Python's validator (without OPENENV_PYTHON)", () => {});
    else
      test.each(names)("%s: by Python's validator the same verdict, exit code, digest, checks and outcomes", (name) => {
        expect(comparableOf(ours.get(name))).toEqual(comparableOf(theirs.get(name)));
      });

    test("no container, image, network, volume or file is left of them", () => {
      expect(after).toEqual(before);
      expect(leftFiles()).toEqual([]);
    });

    test("nor of one that is interrupted while it waits for the server", async () => {
      await interrupt(contexts.get(NEVER_HEALTHY) as string, (container) => container.startsWith("openenv-"));
      expect(inventoryOf(engine)).toEqual(before);
      expect(leftFiles()).toEqual([]);
    });

    test("nor of one that is interrupted while its image is built", async () => {
      const context = new Context(join(work, "slow"));
      cpSync(built, context.folder, { recursive: true });
      context.firstLayer('RUN ["bun", "-e", "await Bun.sleep(600_000)"]');
      await interrupt(context.folder, () => true);
      // The engine ends a build that nobody waits for in its own time.
      await until("the build has ended", () => containersOf(engine).length === 0);
      expect(inventoryOf(engine)).toEqual(before);
      expect(leftFiles()).toEqual([]);
    });

    /** Ctrl-C as soon as there is such a container. */
    async function interrupt(context: string, isAwaited: (container: string) => boolean): Promise<void> {
      const command = [process.execPath, join(root, "packages/cli/src/main.ts"), "validate", context];
      const env = { ...envFor("bun"), ...variables };
      const child = Bun.spawn(command, { env, stdio: ["ignore", "ignore", "ignore"] });
      await until("a container runs", () => containersOf(engine as TestEngine).some(isAwaited));
      child.kill("SIGINT");
      expect(await child.exited).toBe(130);
    }

    test("a project is bundled first", async () => {
      expectWarn(await validate(echo, variables));
      expect(inventoryOf(engine)).toEqual(before);
    });
  });

if ("missing" in podman) test.skip(`openenv validate by Podman: ${podman.missing}`, () => {});
else
  test("openenv validate by Podman", async () => {
    const base = `localhost/${baseImage(podman)}`;
    const before = inventoryOf(podman);
    const variables = { ...variablesFor(podman), OPENENV_CONTAINER_CLI: "podman" };
    expectWarn(await validate(built, variables, "--base-image", base));
    expect(inventoryOf(podman)).toEqual(before);
  });

/** A copy of the context, changed. But for the first one its layers are its own. */
function contextOf(name: string, folder: string): string {
  const context = new Context(join(work, folder));
  cpSync(built, context.folder, { recursive: true });
  if (name !== names[0]) context.firstLayer(`LABEL case=${folder}`);
  cases[name]?.change(context);
  return context.folder;
}

async function validate(
  folder: string,
  env: Readonly<Record<string, string>>,
  ...flags: readonly string[]
): Promise<Judgement> {
  const file = join(mkdtempSync(join(work, "ours-")), "report.json");
  const args = ["validate", folder, "--level", "runtime", "--provider", "docker", "--output", file, ...flags];
  const { exitCode, output } = await openenv(args, work, env);
  return readJudgement(file, exitCode, output);
}

/** By the names of the cases. */
async function validateByPython(
  contexts: ReadonlyMap<string, string>,
  variables: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, Judgement>> {
  if (python === undefined) return new Map();
  const script = join(import.meta.dirname, "fixtures/validate_all.py");
  const folders = [...contexts.values()].flatMap((context) => [context, `${context}.json`]);
  const env = { ...process.env, ...variables };
  const { exitCode, output } = await runCommand([python, script, ...folders], { env, quiet: true });
  if (exitCode !== 0) throw new Error(output);
  const codes = JSON.parse(output.trim().split("\n").at(-1) ?? "") as readonly number[];
  return new Map(
    [...contexts].map(([name, context], index) => [name, readJudgement(`${context}.json`, codes[index] ?? -1, output)]),
  );
}

function readJudgement(file: string, exitCode: number, output: string): Judgement {
  if (exitCode !== 0 && exitCode !== 1) throw new Error(output);
  return { exitCode, report: JSON.parse(readFileSync(file, "utf8")) as PackageReport };
}

/** Every check passes that is not skipped. */
function expectWarn({ exitCode, report: { results, verdict } }: Judgement): void {
  expect(results.filter(({ status }) => status === "fail" || status === "error")).toEqual([]);
  expect(results.filter(({ status }) => status === "pass").map(({ check_id }) => check_id)).toContain(
    "runtime.state_contract",
  );
  expect([exitCode, verdict]).toEqual([0, "warn"]);
}

/**
 * What both reports say in the same words: of the original's checks, but for that of the network, which needs an image of
 * theirs from a registry.
 */
function comparableOf(judgement: Judgement | undefined): object {
  const { exitCode, report } = judgement as Judgement;
  const shared = report.results.filter(({ check_id }) => !/^project\.|^runtime\.network_policy$/.test(check_id));
  const statuses = Object.fromEntries(shared.map(({ check_id, status }) => [check_id, status]));
  return { exitCode, verdict: report.verdict, digest: report.source_digest, statuses };
}

function variablesFor({ engineHost, env }: TestEngine): Record<string, string> {
  return { ...env, ...(engineHost === undefined ? {} : { DOCKER_HOST: engineHost }) };
}

/** Of the builds, in the folder for temporary files. */
function leftFiles(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith("openenv-"));
}
