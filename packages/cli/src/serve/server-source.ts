/**
 * From what somebody wants served to the command line that serves it.
 */
import process from "node:process";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import {
  processCommand,
  ProviderError,
  resolveEnv,
  type ProcessCommand,
  type ProcessRuntime,
} from "@openenv/core/providers";

import { CommandFailure } from "../terminal/failure.ts";

export interface ServeOptions {
  readonly port: number | undefined;
  readonly host: string | undefined;
  readonly "max-concurrent-envs": number | undefined;
  readonly mode: string | undefined;
  readonly workers: number | undefined;
  readonly execution: string | undefined;
  readonly runtime: ProcessRuntime | undefined;
}

/** @throws CommandFailure, or the error of core that says what was looked for */
export async function serverCommand(
  source: string,
  runtime: ProcessRuntime | undefined,
  cwd: string,
): Promise<ProcessCommand> {
  const command = processCommand(await folderOf(source, cwd), { cwd, runtime });
  checkIsBuilt(command.entry);
  return command;
}

/** The flags of a server for the options of this command. */
export function serverFlags(options: ServeOptions): string[] {
  const { port, host, mode, "max-concurrent-envs": sessions, workers, execution } = options;
  const flags = { port, host, mode, "max-concurrent-envs": sessions, workers, execution };
  return Object.entries(flags).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`]));
}

async function folderOf(source: string, cwd: string): Promise<string> {
  const path = resolve(cwd, source);
  if (existsSync(path)) return path;
  if (source.startsWith("git+"))
    throw new CommandFailure(`${source} is a repository, whose packages are not installed.`, {
      next: `Get a copy of it: openenv fork ${source} my-env --install`,
    });
  const found = await resolveEnv(source, { cwd }).catch((error: unknown) => {
    if (!isPackageName(source) || !(error instanceof ProviderError) || error.stage !== "resolve") throw error;
    // Core speaks of its options, and of packages by names that anybody may have taken.
    throw new CommandFailure(`"${source}" is no folder, and no package of that name is installed here.`, {
      next:
        "Install the package of its server, such as npm install @openenv/echo-env-server. openenv list shows what is " +
        "installed.",
      code: "NOT_INSTALLED",
      cause: error,
    });
  });
  switch (found.type) {
    case "process":
      return found.folder;
    case "python":
      throw new CommandFailure(`${source} is a Python environment.`, {
        next: `Serve it with Python (uv run server), or start it in a program with UVProvider.`,
      });
    default:
      throw new CommandFailure(
        `${source} is not something to serve from here: it is ${found.type === "url" ? "a server that runs" : "an image"}.`,
        {
          next:
            found.type === "url"
              ? `Try it: openenv call ${found.url} reset`
              : `Run it: docker run -p 8000:8000 ${found.image}`,
        },
      );
  }
}

function isPackageName(source: string): boolean {
  return source.startsWith("@") || !/[/:\\]/.test(source);
}

/** A server of a project imports the client package by its name, which leads to that package's build. */
function checkIsBuilt(entry: string): void {
  const server = packageOf(entry);
  const client = join(server, "../client");
  const conditions = `${process.env["NODE_OPTIONS"]} ${process.env["BUN_OPTIONS"]} ${process.env["DENO_CONDITIONS"]}`;
  if (!existsSync(join(client, "package.json")) || existsSync(join(client, "dist"))) return;
  if (conditions.includes("@openenv/source")) return;
  throw new CommandFailure(`${client} is not built, and the server needs it.`, {
    next: "Build the project first (npm run build), or let `openenv dev` do it.",
    code: "NOT_BUILT",
  });
}

function packageOf(file: string): string {
  const folder = dirname(file);
  return existsSync(join(folder, "package.json")) || folder === file ? folder : packageOf(folder);
}
