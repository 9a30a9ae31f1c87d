/** One run of the client suite in a runtime's own test runner. */
import { commandLine, envFor, type Runtime, type RuntimeName } from "openenv-scripts/runtimes.ts";
import { join } from "node:path";
import type { Api } from "../client/api.ts";
import { type Report, REPORT_MARK } from "../client/report.ts";

export interface ClientRun {
  /** Of each case that ended: why it failed, or null. */
  readonly cases: ReadonlyMap<string, string | null>;
  readonly api: Api | undefined;
  readonly exitCode: number;
  readonly output: string;
}

const runners: Readonly<Record<RuntimeName, string>> = { node20: "node", node24: "node", bun: "bun", deno: "deno" };

export async function runClientSuite(runtime: Runtime): Promise<ClientRun> {
  const file = join(import.meta.dirname, `../client/runners/${runners[runtime.name]}.ts`);
  const child = Bun.spawn(testCommand(runtime, file), {
    cwd: join(import.meta.dirname, "../../.."),
    env: envFor(runtime.name, { ...process.env, NO_COLOR: "1" }),
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  const reports = stdout
    .split("\n")
    .filter((line) => line.startsWith(REPORT_MARK))
    .map((line) => JSON.parse(line.slice(REPORT_MARK.length)) as Report);
  const cases = new Map(reports.flatMap((report) => ("name" in report ? [[report.name, report.error]] : [])));
  const api = reports.flatMap((report) => ("api" in report ? [report.api] : []))[0];
  return { cases, api, exitCode, output: stdout + stderr };
}

/** Node's test runner needs no command of its own. */
function testCommand(runtime: Runtime, file: string): string[] {
  switch (runtime.name) {
    case "bun":
      return [runtime.path, "test", "--timeout=30000", file];
    case "deno":
      return [runtime.path, "test", "-A", "--no-check", file];
    default:
      return commandLine(runtime, file);
  }
}
