/**
 * What a new project is to be: from flags, else from somebody at the terminal, else by default.
 */
import { basename, resolve } from "node:path";
import process from "node:process";

import type { Invocation } from "../command/command.ts";
import { callingManager, type PackageManagerName } from "../support/package-manager.ts";
import { CommandFailure, EXIT_INTERRUPTED, UsageError } from "../terminal/failure.ts";
import { checkProjectName, checkScope, type ProjectName } from "./project-name.ts";
import { templates, type TemplateName } from "./templates.ts";

export type Runtime = "bun" | "deno" | "node";

export interface InitOptions {
  readonly template: TemplateName | undefined;
  readonly runtime: Runtime | undefined;
  readonly "package-manager": PackageManagerName | undefined;
  readonly scope: string | undefined;
  readonly description: string | undefined;
  readonly python: boolean;
  readonly install: boolean;
  readonly "no-git": boolean;
  readonly yes: boolean;
}

export interface Answers {
  readonly folder: string;
  readonly name: ProjectName;
  readonly template: TemplateName;
  readonly runtime: Runtime;
  /** `@acme`, or nothing. */
  readonly scope: string | undefined;
  readonly description: string;
}

export async function answersOf(invocation: Invocation<InitOptions>): Promise<Answers> {
  const { args, options, terminal, cwd } = invocation;
  const scope = options.scope === undefined ? undefined : checkScope(options.scope);
  const asks = terminal.interactive && !options.yes;
  if (!asks && args[0] === undefined)
    throw new UsageError("FOLDER is missing, and nobody is there to be asked: openenv init my-env.", "init");
  if (args[0] !== undefined) checkProjectName(nameOf(resolve(cwd, args[0])));
  const asked = asks ? await ask(args[0], options) : {};
  const folder = resolve(cwd, args[0] ?? asked.folder ?? "");
  const template = options.template ?? asked.template ?? "minimal";
  return {
    folder,
    name: checkProjectName(nameOf(folder)),
    template,
    runtime: options.runtime ?? asked.runtime ?? callingRuntime(),
    scope,
    description: options.description ?? asked.description ?? templates[template].description,
  };
}

function nameOf(folder: string): string {
  return basename(folder);
}

/** `bun create` and `deno run npm:…` mean their own runtime. */
function callingRuntime(): Runtime {
  const manager = callingManager();
  if (manager === "bun" || manager === "deno") return manager;
  return process.versions["bun"] !== undefined ? "bun" : process.versions["deno"] !== undefined ? "deno" : "node";
}

interface Asked {
  readonly folder?: string;
  readonly template?: TemplateName;
  readonly runtime?: Runtime;
  readonly description?: string;
}

async function ask(folder: string | undefined, options: InitOptions): Promise<Asked> {
  const prompts = await import("@clack/prompts");
  prompts.intro("A new environment");
  const answer = async <Value extends string>(question: Promise<Value | symbol>): Promise<Value> => {
    const value = await question;
    if (typeof value !== "symbol") return value;
    prompts.cancel("Nothing was written.");
    throw new CommandFailure("Given up.", { exitCode: EXIT_INTERRUPTED, code: "INTERRUPTED" });
  };
  const asked: Asked = {
    ...(folder === undefined && {
      folder: await answer(
        prompts.text({
          message: "What is it called?",
          placeholder: "word-env",
          validate: (text) => complaint(() => checkProjectName(nameOf(resolve(text ?? "")))),
        }),
      ),
    }),
    ...(options.template === undefined && {
      template: await answer<TemplateName>(
        prompts.select<TemplateName>({
          message: "What does it begin with?",
          options: Object.entries(templates).map(([value, { about }]) => ({
            value: value as TemplateName,
            label: value,
            hint: about,
          })),
        }),
      ),
    }),
    ...(options.runtime === undefined && {
      runtime: await answer<Runtime>(
        prompts.select<Runtime>({
          message: "What serves and tests it?",
          initialValue: callingRuntime(),
          options: [{ value: "bun" }, { value: "node" }, { value: "deno" }],
        }),
      ),
    }),
  };
  prompts.outro("Writing it");
  return asked;
}

function complaint(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
