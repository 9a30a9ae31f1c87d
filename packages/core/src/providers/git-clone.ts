/**
 * Fetches the source of an environment with git: one commit, into a folder that goes with the server.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

import { InvalidArgumentError } from "../errors/local-errors.ts";
import { isConfidential } from "./address.ts";
import { type CommandEnv, mustRun } from "./command.ts";
import { Redactor } from "./redactor.ts";
import type { LaunchContext } from "./running-server.ts";

/** `git+https://host/owner/name.git@v1#subdirectory=envs/echo`, taken apart. */
export interface GitSource {
  readonly url: string;
  /** A branch, tag or commit; `HEAD` where none is named. */
  readonly ref: string;
  /** A folder of the repository; empty for its root. */
  readonly folder: string;
}

/** Whether a source names a repository (OE-69: it is no path). */
export function isGitSource(source: string): boolean {
  return source.startsWith("git+");
}

/** @throws InvalidArgumentError for what is no URL of a repository */
export function parseGitSource(source: string): GitSource {
  const [location = "", fragment = ""] = source.slice("git+".length).split("#", 2);
  const [, url = location, ref = "HEAD"] = /^([a-z]+:\/\/.*\/[^/@]*)@([^@]+)$/.exec(location) ?? [];
  const folder = /(?:^|&)subdirectory=([^&]*)/.exec(fragment)?.[1] ?? "";
  // Other transports run commands (`ext::`), and a leading dash would be an option.
  const isUrl = /^(?:https?|ssh|git|file):\/\/[^\s-]/.test(url) && !ref.startsWith("-");
  if (isUrl && !folder.split("/").includes("..")) return { url, ref, folder };
  throw new InvalidArgumentError(
    "source",
    `${JSON.stringify(new Redactor([]).redact(source))} is no repository. Write git+https://host/name.git, with @ref and ` +
      `#subdirectory=folder where they are needed.`,
  );
}

export interface Clone {
  /** The temporary folder with the whole repository. */
  readonly root: string;
  /** The folder of it that was asked for. */
  readonly folder: string;
}

/**
 * Fetches a repository into a temporary folder, which the context's cleanup removes.
 *
 * @param token sent to the repository's host only, over https or to this machine; it is in no argument and in no file
 * @throws ProviderError with stage `fetch` and what git said
 */
export async function cloneRepository(
  source: string,
  token: string | undefined,
  { signal, cleanup, progress }: LaunchContext,
): Promise<Clone> {
  const { url, ref, folder } = parseGitSource(source);
  const redactor = new Redactor(token === undefined ? [] : [token]);
  progress("fetch", redactor.redact(`Cloning ${url}`));
  const root = await mkdtemp(join(tmpdir(), "openenv-source-"));
  cleanup.add(`remove ${root}`, () => rm(root, { recursive: true, force: true, maxRetries: 3 }));
  const options = {
    stage: "fetch",
    failure: `Cannot clone ${url}`,
    redactor,
    signal,
    cwd: root,
    env: gitEnv(url, token),
    missing: "Install git.",
  } as const;
  await mustRun(["git", "init", "--quiet"], options);
  // Takes branches, tags and commits alike, and no more than one commit of them.
  await mustRun(["git", "fetch", "--quiet", "--depth", "1", "--", url, ref], options);
  await mustRun(["git", "checkout", "--quiet", "FETCH_HEAD"], options);
  return { root, folder: join(root, folder) };
}

function gitEnv(url: string, token: string | undefined): CommandEnv {
  // It must fail where it would ask a person.
  const env = { ...process.env, GIT_TERMINAL_PROMPT: "0", GIT_LFS_SKIP_SMUDGE: "1" };
  if (token === undefined || !/^https?:/.test(url) || !isConfidential(url)) return env;
  const login = Buffer.from(`openenv:${token}`).toString("base64");
  return {
    ...env,
    GIT_CONFIG_COUNT: "2",
    GIT_CONFIG_KEY_0: `http.${new URL(url).origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${login}`,
    // Git sends its headers on to wherever it was redirected.
    GIT_CONFIG_KEY_1: "http.followRedirects",
    GIT_CONFIG_VALUE_1: "false",
  };
}
