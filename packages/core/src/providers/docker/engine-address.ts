/**
 * Where the ports that an engine publishes are reached: on this machine, or on the one the engine runs on.
 */
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import process from "node:process";

import { InvalidArgumentError } from "../../errors/local-errors.ts";
import type { ContainerCli } from "./container-cli.ts";
import type { LocalDockerProviderOptions } from "./docker-options.ts";

/**
 * The host name for the URL of a published port.
 *
 * @throws InvalidArgumentError when the engine is on another machine and would publish for that machine only
 */
export async function publishedHost(
  cli: ContainerCli,
  options: LocalDockerProviderOptions,
  signal: AbortSignal,
): Promise<string> {
  const { publishOn = "127.0.0.1" } = options;
  const remote = hostOf(await engineAddress(cli, signal));
  if (remote === undefined) return publishOn === "0.0.0.0" ? "127.0.0.1" : publishOn === "::" ? "::1" : publishOn;
  if (options.publishOn !== undefined && publishOn !== "127.0.0.1" && publishOn !== "::1") return remote;
  throw new InvalidArgumentError(
    "publishOn",
    `The engine runs on ${remote}, where a port published on ${publishOn} is not reached from here. Give publishOn, ` +
      `"0.0.0.0" or an address of that machine; then whoever reaches that address reaches the server.`,
  );
}

/** The address of the engine that the command talks to; empty when it is the local default. */
export async function engineAddress(cli: ContainerCli, signal: AbortSignal): Promise<string> {
  const { context, engineHost } = cli.options;
  const variable = process.env[cli.isPodman ? "CONTAINER_HOST" : "DOCKER_HOST"];
  if (engineHost !== undefined) return engineHost;
  if (cli.isPodman) return variable ?? "";
  if (context === undefined && variable !== undefined && variable !== "") return variable;
  const name = context ?? (process.env["DOCKER_CONTEXT"] || currentContext());
  if (name === undefined || name === "default") return "";
  const { exitCode, stdout } = await cli.run(["context", "inspect", name], { signal });
  if (exitCode !== 0) return "";
  const [found] = JSON.parse(stdout) as { Endpoints?: { docker?: { Host?: string } } }[];
  return found?.Endpoints?.docker?.Host ?? "";
}

/** The context that `docker context use` has set. Read from its file: to ask for it is a command more at every start. */
function currentContext(): string | undefined {
  try {
    const folder = process.env["DOCKER_CONFIG"] || join(homedir(), ".docker");
    return (JSON.parse(readFileSync(join(folder, "config.json"), "utf8")) as { currentContext?: string })
      .currentContext;
  } catch {
    return undefined;
  }
}

/** `undefined` for a socket of this machine. */
export function hostOf(address: string): string | undefined {
  if (!/^(?:tcp|ssh|https?):/.test(address) || !URL.canParse(address)) return undefined;
  const { hostname } = new URL(address.replace(/^(?:tcp|ssh):/, "http:"));
  return hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.") ? undefined : hostname;
}
