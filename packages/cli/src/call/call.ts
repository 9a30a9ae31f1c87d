/**
 * One question to a running server: an episode over its socket, or one of its pages.
 */
import { GenericEnvClient, McpToolClient, type JsonObject, type StepResult } from "@openenv/core";

import type { Invocation } from "../command/command.ts";
import { isObject } from "../support/is-object.ts";
import { CommandFailure, UsageError } from "../terminal/failure.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { fetchJson } from "./fetch-json.ts";

interface CallOptions {
  readonly seed: number | undefined;
  readonly episode: string | undefined;
  readonly params: string | undefined;
  readonly timeout: number;
}

const PAGES: ReadonlySet<string> = new Set(["health", "metadata", "schema"]);

export async function call({ args, options, terminal, signal }: Invocation<CallOptions>): Promise<void> {
  const [url = "", what = "", ...rest] = args;
  if (!/^https?:\/\//.test(url))
    throw new UsageError(`"${url}" is no address. It begins with http:// or https://.`, "call");
  checkArguments(what, rest);
  const limits = { signal, timeoutMs: options.timeout * 1000 };
  if (PAGES.has(what)) {
    show(terminal, await fetchJson(`${url.replace(/\/+$/, "")}/${what}`, limits));
    return;
  }
  if (what === "tools" || what === "tool") {
    await callTool(url, what, rest, { terminal, limits });
    return;
  }
  const actions = rest.map((text, index) => jsonObject(text, `action ${index + 1}`));
  await using env = await GenericEnvClient.connect(url, limits);
  if (what === "state") {
    show(terminal, await env.state(limits));
    return;
  }
  showStep(terminal, "reset", await env.reset(resetParams(options), limits));
  for (const action of actions) {
    const result = await env.step(action, limits);
    showStep(terminal, "step", result);
    if (result.done) break;
  }
}

/** @throws UsageError before anything is asked of the server */
function checkArguments(what: string, rest: readonly string[]): void {
  if (what === "step" && rest.length === 0) throw new UsageError("Give at least one action as JSON.", "call");
  if (what === "tool" && rest.length === 0)
    throw new UsageError("Give the name of a tool; `tools` lists them.", "call");
  const extra = what === "step" ? undefined : rest[what === "tool" ? 2 : 0];
  if (extra === undefined) return;
  const params = what === "reset" ? " What reset takes stands behind --params." : "";
  throw new UsageError(`"${extra}" is one argument too many for ${what}.${params}`, "call");
}

interface Limits {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

async function callTool(
  url: string,
  what: string,
  [name = "", args = "{}"]: readonly string[],
  { terminal, limits }: { readonly terminal: Terminal; readonly limits: Limits },
): Promise<void> {
  await using env = await McpToolClient.connect(url, limits);
  if (what === "tools") {
    const tools = await env.listTools(limits);
    terminal.result(tools);
    for (const tool of tools) terminal.line(`${terminal.bold(tool.name)}  ${tool.description ?? ""}`.trimEnd());
    if (tools.length === 0) terminal.note("It has no tools.");
    return;
  }
  show(terminal, await env.callTool(name, jsonObject(args, "the arguments"), limits));
}

function resetParams({ seed, episode, params }: CallOptions): JsonObject {
  return {
    ...(params === undefined ? {} : jsonObject(params, "--params")),
    ...(seed === undefined ? {} : { seed }),
    ...(episode === undefined ? {} : { episode_id: episode }),
  };
}

function jsonObject(text: string, what: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new CommandFailure(`${what} is not JSON: ${(error as Error).message}`, {
      next: `Quote it for the shell: '{"message":"hi"}'`,
      exitCode: 2,
      code: "USAGE",
      cause: error,
    });
  }
  if (isObject(value)) return value;
  throw new CommandFailure(`${what} is not a JSON object.`, {
    next: `Give its fields by name: '{"message":"hi"}'`,
    exitCode: 2,
    code: "USAGE",
  });
}

function showStep(terminal: Terminal, event: string, { observation, reward, done }: StepResult<unknown>): void {
  terminal.event({ event, observation, reward, done });
  terminal.line(`${terminal.bold(event)}  reward ${String(reward)}  done ${done}`);
  terminal.line(JSON.stringify(observation, printable, 2));
}

function show(terminal: Terminal, value: unknown): void {
  terminal.result(value);
  terminal.line(JSON.stringify(value, printable, 2) ?? "null");
}

function printable(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
