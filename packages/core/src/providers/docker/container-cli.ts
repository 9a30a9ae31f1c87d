/**
 * The command line of Docker or Podman. Builds argvs and runs them; knows no containers.
 */
import process from "node:process";

import { ProviderError } from "../../errors/provider-error.ts";
import { type CommandOptions, type CommandResult, mustRun, type MustRunOptions, runCommand } from "../command.ts";
import { findOnPath } from "../process/runtime-choice.ts";

/** Which engine, and by which command. */
export interface EngineOptions {
  /**
   * `docker`, `podman`, or the path of one of them. Default: variable `OPENENV_CONTAINER_CLI`, else `docker`, else
   * `podman`, whichever is on the PATH.
   */
  readonly cli?: string | undefined;
  /** A Docker context, or a Podman connection. Default: the current one. */
  readonly context?: string | undefined;
  /** The engine's address, such as `unix:///run/user/1000/docker.sock`. Default: variable `DOCKER_HOST`, or the context's. */
  readonly engineHost?: string | undefined;
}

export const ENGINE_OPTION_NAMES: readonly (keyof EngineOptions)[] = ["cli", "context", "engineHost"];

export class ContainerCli {
  readonly isPodman: boolean;
  readonly options: EngineOptions;
  readonly #command: readonly string[];

  /** @throws ProviderError with stage `setup` when there is no such command */
  constructor(options: EngineOptions) {
    const file = locate(options.cli ?? (process.env["OPENENV_CONTAINER_CLI"] || undefined));
    this.isPodman = /podman[^/\\]*$/.test(file);
    this.options = options;
    const { context, engineHost } = options;
    const [contextFlag, hostFlag] = this.isPodman ? ["--connection", "--url"] : ["--context", "--host"];
    this.#command = [
      file,
      ...(context === undefined ? [] : [contextFlag, context]),
      ...(engineHost === undefined ? [] : [hostFlag, engineHost]),
    ];
  }

  /** The whole command line. */
  argv(...args: readonly string[]): string[] {
    return [...this.#command, ...args];
  }

  /** Runs a command whatever its exit code. */
  run(args: readonly string[], options?: CommandOptions): Promise<CommandResult> {
    return runCommand(this.argv(...args), options);
  }

  /** Runs a command that must succeed. */
  mustRun(args: readonly string[], options: MustRunOptions): Promise<CommandResult> {
    return mustRun(this.argv(...args), options);
  }

  /** What the engine knows of an object, or `undefined` when there is none of that name. */
  async inspect(
    type: "container" | "image" | "service" | "node" | "network",
    name: string,
    signal?: AbortSignal,
  ): Promise<unknown> {
    const { exitCode, stdout } = await this.run([type, "inspect", name], { signal });
    return exitCode === 0 ? (JSON.parse(stdout) as unknown[])[0] : undefined;
  }
}

/**
 * The command line that reaches an engine as the providers do, for what they have no call for: arguments follow.
 *
 * @throws ProviderError with stage `setup` when there is no such command
 */
export function containerCommand(options: EngineOptions = {}): readonly string[] {
  return new ContainerCli(options).argv();
}

function locate(cli: string | undefined): string {
  const wanted = cli === undefined ? ["docker", "podman"] : [cli];
  for (const name of wanted) {
    const file = /[/\\]/.test(name) ? name : findOnPath(name);
    if (file !== undefined) return file;
  }
  throw new ProviderError(
    "setup",
    `${wanted.join(" and ")} ${wanted.length > 1 ? "are" : "is"} not on the PATH. Install one of Docker and Podman, or give ` +
      `the path of its command as the option cli.`,
  );
}
