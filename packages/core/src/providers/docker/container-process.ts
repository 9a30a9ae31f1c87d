/**
 * A program in a container of its own, with whom one talks over its standard streams: no port, and no network.
 */
import { type ChildProcess, spawn } from "node:child_process";
import process from "node:process";

import { runCommand } from "../command.ts";
import { guard, type Guardian } from "../guardian.ts";
import { checkOptionNames } from "../option-check.ts";
import { ContainerCli } from "./container-cli.ts";
import { checkNestedOptions, DOCKER_OPTION_NAMES, type LocalDockerProviderOptions } from "./docker-options.ts";
import { checkImage, containerName } from "./image-reference.ts";
import { ownerLabels } from "./owner-labels.ts";
import { attachedArguments } from "./run-arguments.ts";

/** What has no meaning for a program without a port, and for an image that is there already. */
type ServerOnly =
  | "pull"
  | "port"
  | "containerPort"
  | "publishOn"
  | "maxConcurrentEnvs"
  | "registryLogin"
  | "stopTimeoutMs"
  | "startTimeoutMs"
  | "readyTimeoutMs"
  | "onProgress";

/** Options of {@link startContainerProcess}; `network` is `none` unless it is named. The image must be there. */
export type ContainerProcessOptions = Omit<LocalDockerProviderOptions, ServerOnly>;

/** What a program writes, as it comes. */
export interface ContainerOutput {
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
}

/** A program that runs, or is just starting. */
export interface ContainerProcess {
  /** Of its container. */
  readonly name: string;
  readonly stdin: { write(chunk: Uint8Array | string): unknown };
  readonly stdout: ContainerOutput;
  /** The program's, and what the engine says when it cannot start it. */
  readonly stderr: ContainerOutput;
  /** Resolves with the exit code when the program has ended; 125 and above are the engine's. Never rejects. */
  readonly ended: Promise<number>;
  /** Ends it at once and removes its container. Idempotent. */
  kill(): Promise<void>;
}

const OPTION_NAMES: readonly string[] = DOCKER_OPTION_NAMES.filter(
  (name) =>
    !["pull", "port", "containerPort", "publishOn", "maxConcurrentEnvs", "registryLogin", "stopTimeoutMs"].includes(
      name,
    ),
);

/** Exit code of an engine that could not start anything. */
const ENGINE_FAILED = 125;

/**
 * Starts a program in a container, which is removed when the program ends, when it is killed, and when this process ends.
 *
 * @throws InvalidArgumentError for an option that does not exist, ProviderError with stage `setup` without an engine
 */
export function startContainerProcess(options: ContainerProcessOptions): ContainerProcess {
  checkOptionNames("startContainerProcess", options, OPTION_NAMES);
  checkNestedOptions("startContainerProcess", options);
  const image = checkImage(options.image);
  const cli = new ContainerCli(options);
  const name = containerName(image);
  const { args, env } = attachedArguments(image, name, ownerLabels(), options, cli.isPodman);
  const removal = cli.argv("rm", "--force", "--volumes", name);
  const guardian = (options.cleanupOnExit ?? true) ? guard(removal, { outside: true }) : undefined;
  const [file = "", ...rest] = cli.argv(...args);
  const child = spawn(file, rest, { env: { ...process.env, ...env }, stdio: "pipe", windowsHide: true });
  const ended = endOf(child, guardian);
  let killed: Promise<void> | undefined;
  return {
    name,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    ended,
    kill: () => (killed ??= kill(child, removal, ended)),
  };
}

function endOf(child: ChildProcess, guardian: Guardian | undefined): Promise<number> {
  return new Promise((resolve) => {
    const end = (code: number): void => {
      guardian?.release();
      resolve(code);
    };
    child.on("error", () => end(ENGINE_FAILED));
    child.on("exit", (code) => end(code ?? ENGINE_FAILED));
    // What is written to a program that is ending is nobody's loss.
    child.stdin?.on("error", () => {});
  });
}

/** The engine's command is told by the end of the container; one that was not made yet by the end of its command. */
async function kill(child: ChildProcess, removal: readonly string[], ended: Promise<number>): Promise<void> {
  if (child.exitCode === null) {
    await runCommand(removal).catch(() => {});
    child.kill("SIGTERM");
  }
  await ended;
  await runCommand(removal).catch(() => {});
}
