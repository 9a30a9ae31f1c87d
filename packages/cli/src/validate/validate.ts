/**
 * Validates a package or a server, prints the report, and gives the exit code of the original (PROTOCOL §8.5).
 */
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";

import type { Invocation } from "../command/command.ts";
import { CommandFailure } from "../terminal/failure.ts";
import type { LevelName } from "./local/report.ts";
import { packageReportText, serverReportText } from "./report-text.ts";

interface ValidateOptions {
  readonly url: string | undefined;
  readonly level: LevelName;
  readonly "skip-build": boolean;
  readonly local: boolean;
  readonly policy: "v1" | "v2" | undefined;
  readonly provider: "docker" | "process" | undefined;
  readonly "base-image": string | undefined;
  readonly output: string | undefined;
  readonly timeout: number;
}

const EXIT_INTERNAL = 3;

export async function validate(invocation: Invocation<ValidateOptions>): Promise<number> {
  const { args, options, signal } = invocation;
  const url = serverOf(args[0], options);
  try {
    return url === undefined ? await validateFolder(invocation) : await validateServer(url, invocation);
  } catch (error) {
    if (error instanceof CommandFailure || signal.aborted) throw error;
    const { message } = error as Error;
    throw new CommandFailure(`Internal error: ${message}`, {
      next: "OPENENV_DEBUG=1 shows where.",
      exitCode: EXIT_INTERNAL,
      code: "INTERNAL",
      cause: error,
    });
  }
}

/** The address that is meant, or `undefined` for a folder. */
function serverOf(target: string | undefined, { url, local }: ValidateOptions): string | undefined {
  const named = target !== undefined && /^https?:\/\//i.test(target) ? target : undefined;
  if (url !== undefined && target !== undefined && named === undefined)
    refuse("A folder and --url contradict each other.");
  if (url !== undefined && named !== undefined && url !== named) refuse("Two addresses are given.");
  const found = url ?? named;
  if (found !== undefined && local) refuse("--local and an address contradict each other.");
  return found;
}

function refuse(message: string): never {
  throw new CommandFailure(message, { next: "Give one of them.", code: "USAGE" });
}

async function validateServer(
  url: string,
  { options, terminal, signal, cwd }: Invocation<ValidateOptions>,
): Promise<number> {
  const { validateRunningServer } = await import("./server/running-server.ts");
  using progress = terminal.progress(`Asking ${url}`);
  const report = await validateRunningServer(url, { timeoutMs: options.timeout * 1000, signal });
  progress.done();
  await write(report, options.output, cwd);
  terminal.result(report);
  terminal.line(serverReportText(report, terminal));
  // It has details only where its request had no answer.
  const health = report.criteria.find(({ id }) => id === "health_endpoint");
  const isSilent = report.summary.passed_count === 0 && health?.details !== undefined;
  if (isSilent) terminal.note(`Nobody answers at ${report.target}: is it running? openenv serve starts one.`);
  return report.passed ? 0 : 1;
}

async function validateFolder({ args, options, terminal, signal, cwd }: Invocation<ValidateOptions>): Promise<number> {
  const { validatePackage } = await import("./local/validate-package.ts");
  using progress = terminal.progress("Reading");
  const report = await validatePackage(resolve(cwd, args[0] ?? "."), {
    level: options.level,
    skipBuild: options["skip-build"],
    policy: options.policy,
    provider: options.provider,
    baseImage: options["base-image"],
    signal,
    onProgress: (message) => progress.update(message),
  });
  progress.done();
  await write(report, options.output, cwd);
  terminal.result(report);
  terminal.line(packageReportText(report, terminal));
  return report.verdict === "fail" ? 1 : 0;
}

async function write(report: unknown, output: string | undefined, cwd: string): Promise<void> {
  if (output !== undefined) await writeFile(resolve(cwd, output), `${JSON.stringify(report, undefined, 2)}\n`);
}
