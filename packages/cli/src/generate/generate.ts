/**
 * Runs the generator of `@openenv/codegen` for the folders that are named.
 */
import { relative, resolve } from "node:path";
import process from "node:process";
import { isEnvironmentFolder, runGenerate, watchEnvironments } from "@openenv/codegen";

import type { Invocation } from "../command/command.ts";
import { CommandFailure } from "../terminal/failure.ts";
import { generatedBy } from "../support/generated-by.ts";
import { ownCommand } from "../support/own-command.ts";
import { runProgram } from "../support/program.ts";

interface GenerateOptions {
  readonly check: boolean;
  readonly url: string | undefined;
  readonly watch: boolean;
  readonly from: string | undefined;
  readonly name: string | undefined;
  readonly out: string | undefined;
  readonly emit: "packages" | "schema";
  readonly python: boolean;
}

/** @returns 1 when something is stale or wrong */
export async function generate(invocation: Invocation<GenerateOptions>): Promise<number> {
  const { args, options, terminal, cwd } = invocation;
  const folders = (args.length === 0 ? ["."] : args).map((path) => resolve(cwd, path));
  if (options.from === undefined) await checkFolders(folders);
  await import("../typescript/register.ts");
  const code = await runGenerate(
    {
      folders,
      check: options.check,
      url: options.url,
      from: options.from,
      name: options.name,
      python: options.python,
      emit: options.emit,
      out: options.out,
      command: options.from === undefined ? generatedBy(folders[0] ?? cwd) : documentCommand(options.from, options),
      json: terminal.json,
    },
    { out: (text) => void process.stdout.write(text), error: (text) => terminal.note(text.trimEnd()) },
  );
  if (options.watch) await watchFolders(folders, invocation);
  return code;
}

async function checkFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    if (await isEnvironmentFolder(folder)) continue;
    throw new CommandFailure(
      `${folder} is no environment: it has no openenv.yaml with a schema.ts or a *.schema.json.`,
      {
        next: "Name the folder of one, or start one: openenv init my-env",
        code: "NO_ENVIRONMENT",
      },
    );
  }
}

/** What the header of files generated from a document says: the command, without paths of this machine. */
function documentCommand(from: string, { name, emit, python }: GenerateOptions): string {
  const source = /^https?:/.test(from) ? from : relative(process.cwd(), resolve(from));
  const rest = emit === "schema" ? "--emit schema" : `--name ${name}${python ? " --python" : ""}`;
  return `openenv generate --from ${source} ${rest}`;
}

/** Each time in a new process, because this one has the old schema loaded, and all that it imports. */
async function watchFolders(
  folders: readonly string[],
  { terminal, signal }: Invocation<GenerateOptions>,
): Promise<void> {
  terminal.note("Watching for changes; Ctrl-C ends.");
  using watching = watchEnvironments(folders, (folder) => void regenerate(folder));
  void watching;
  async function regenerate(folder: string): Promise<void> {
    const { stdout, stderr } = await runProgram([
      ...ownCommand(),
      "generate",
      folder,
      ...(terminal.json ? ["--json"] : []),
    ]);
    process.stdout.write(stdout);
    process.stderr.write(stderr);
  }
  await new Promise<void>((done) => {
    signal.addEventListener("abort", () => done(), { once: true });
    if (signal.aborted) done();
  });
}
