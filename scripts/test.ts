/**
 * `test [--full] [FILTER …]`: builds what Node 20 runs, then every `*.test.ts` by bun test, a file on each core, and
 * every suite that has a runner of its own (`test/<suite>/run.ts`). With filters, only the bun tests whose path contains
 * one of them, in one process.
 *
 * `--full` asks for the long forms (OPENENV_TEST_FULL=1). OPENENV_REQUIRE_ALL=1 (CI) makes a skipped test a failed one.
 */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type CommandResult, runCommand } from "./run-command.ts";
import { findRuntime, runtimeNames } from "./runtimes.ts";
import { closingLine, sum, type Tally, tallyOfBunTest, tallyOfSuite } from "./tally.ts";

const root = join(import.meta.dirname, "..");
const { values, positionals: filters } = parseArgs({ options: { full: { type: "boolean" } }, allowPositionals: true });
const strict = process.env["OPENENV_REQUIRE_ALL"] === "1";
const env = { ...process.env, ...(values.full === true ? { OPENENV_TEST_FULL: "1" } : {}) };
const bun = (args: readonly string[], quiet = false): Promise<CommandResult> =>
  runCommand([process.execPath, ...args], { cwd: root, env, quiet });

/** Ends a test that hangs; far above what any takes, so that a busy machine fails none. */
const timeoutMs = 30_000;

/** They share one container engine and one cluster, and count what is left there. */
const oneAtATime = ["test/providers/", "test/kubernetes/"];

const tallies: Tally[] = [missingRuntimes(), await build()];
if (filters.length > 0) {
  tallies.push(await bunTests(filters));
} else {
  tallies.push(await bunTests(["--parallel", ...oneAtATime.map((folder) => `--path-ignore-patterns=${folder}**`)]));
  tallies.push(await bunTests(oneAtATime));
  for (const suite of [...new Bun.Glob("*/run.ts").scanSync(join(root, "test"))].toSorted()) {
    console.log(`\ntest/${suite}`);
    tallies.push(tallyOfSuite(await bun([join("test", suite), ...(values.full === true ? ["--full"] : [])])));
  }
}

const total = sum(tallies);
if (total.skipped.length > 0) console.log(`\nSkipped${strict ? " (a failure here)" : ""}:`);
for (const reason of total.skipped) console.log(`  ${reason}`);
console.log(`\n${closingLine(total, strict)}`);
process.exit(total.failed > 0 || (strict && total.skipped.length > 0) ? 1 : 0);

async function build(): Promise<Tally> {
  const { exitCode, output } = await bun(["x", "--no-install", "--bun", "turbo", "run", "build"], true);
  if (exitCode !== 0) console.log(`${output}\nThe build failed: the Node 20 rows below run an older one, or none.\n`);
  return { passed: 0, failed: exitCode === 0 ? 0 : 1, skipped: [] };
}

async function bunTests(args: readonly string[]): Promise<Tally> {
  const report = join(root, ".cache/bun-test.xml");
  mkdirSync(join(root, ".cache"), { recursive: true });
  rmSync(report, { force: true });
  const reporter = ["--reporter=junit", `--reporter-outfile=${report}`];
  const result = await bun([
    "test",
    `--timeout=${timeoutMs}`,
    "--path-ignore-patterns=**/dist/**",
    ...reporter,
    ...args,
  ]);
  return tallyOfBunTest(result, result.output.includes("Ran ") ? readFileSync(report, "utf8") : "");
}

/** A runtime that is not here would silently take its rows along: it is named instead. */
function missingRuntimes(): Tally {
  const missing = runtimeNames.filter((name) => findRuntime(name) === undefined);
  return { passed: 0, failed: 0, skipped: missing.map((name) => `${name}: this runtime is not on the machine`) };
}
