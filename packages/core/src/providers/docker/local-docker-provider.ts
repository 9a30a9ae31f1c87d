/**
 * Runs an environment's image as a container of the local Docker or Podman.
 */
import process from "node:process";

import { ProviderError } from "../../errors/provider-error.ts";
import { guard } from "../guardian.ts";
import { lastLines } from "../log-tail.ts";
import { Redactor } from "../redactor.ts";
import type { LaunchContext, RunningServer } from "../running-server.ts";
import { ServerProvider } from "../server-provider.ts";
import { untilAborted } from "../time-limit.ts";
import { Container, type ContainerFacts } from "./container.ts";
import { ContainerCli } from "./container-cli.ts";
import { DOCKER_OPTION_NAMES, type LocalDockerProviderOptions } from "./docker-options.ts";
import { publishedHost } from "./engine-address.ts";
import { checkImage, containerName } from "./image-reference.ts";
import { ownerLabels } from "./owner-labels.ts";
import { pullImage } from "./pull-image.ts";
import { isHostNetwork, type RunArguments, runArguments } from "./run-arguments.ts";

/** Longest wait for the engine when a start is given up: what it is just making must be there to be removed. */
const ENGINE_MS = 30_000;

/**
 * Starts a container, published on 127.0.0.1, and removes it at the stop. A server that is not healthy within 60 s is
 * given up, unless `readyTimeoutMs` says otherwise. Goes through the `docker` or `podman` command, so contexts and
 * logins are those of the user.
 */
export class LocalDockerProvider extends ServerProvider<LocalDockerProviderOptions> {
  readonly kind = "docker";

  /** @throws InvalidArgumentError for an option that does not exist */
  constructor(options: LocalDockerProviderOptions = {}) {
    super(options, {
      module: import.meta.url,
      className: "LocalDockerProvider",
      readyTimeoutMs: 60_000,
      optionNames: DOCKER_OPTION_NAMES,
    });
  }

  /** @throws ProviderError when there is no engine, the image cannot be fetched, or the container cannot start */
  protected override async launch(source: string | undefined, context: LaunchContext): Promise<RunningServer> {
    const { options } = this;
    const image = checkImage(source ?? options.image);
    const cli = new ContainerCli(options);
    const redactor = redactorOf(options);
    const container = new Container(cli, containerName(image), redactor);
    const host = await publishedHost(cli, options, context.signal);
    const run = runArguments(image, container.name, ownerLabels(), options, cli.isPodman);
    if (options.pull === "always") await pullImage(cli, image, options, redactor, context);
    context.progress("start", `Starting ${image} as ${container.name}`);
    try {
      await this.#create(cli, container, run, redactor, context);
    } catch (error) {
      const isMissing = (options.pull ?? "missing") === "missing" && !context.signal.aborted;
      if (!isMissing || (await cli.inspect("image", image, context.signal)) !== undefined) throw error;
      await pullImage(cli, image, options, redactor, context);
      await this.#create(cli, container, run, redactor, context);
    }
    const facts = await container.facts(context.signal);
    const port = isHostNetwork(options) ? (options.containerPort ?? 8000) : publishedPort(facts, options);
    if (port === undefined) throw (await container.end(0)) ?? notPublished(container.name);
    return {
      endpoint: { baseUrl: `http://${host.includes(":") ? `[${host}]` : host}:${port}` },
      logs: () => container.logs(),
      end: (patienceMs) => container.end(patienceMs),
    };
  }

  /** Makes and starts the container. It is not given up half-way: nobody could tell then what is left of it. */
  async #create(
    cli: ContainerCli,
    container: Container,
    { args, env }: RunArguments,
    redactor: Redactor,
    { signal, cleanup }: LaunchContext,
  ): Promise<void> {
    const { stopTimeoutMs = 10_000, cleanupOnExit = true } = this.options;
    const removal = cli.argv("rm", "--force", "--volumes", container.name);
    const guardian = cleanupOnExit ? guard(removal, { again: true }) : undefined;
    const created = cli.run(args, { env: { ...process.env, ...env }, signal: AbortSignal.timeout(ENGINE_MS) });
    const remove = async (): Promise<void> => {
      await created.catch(() => {});
      await container.remove(stopTimeoutMs);
      guardian?.release();
    };
    cleanup.add(`remove the container ${container.name}`, remove, stopTimeoutMs + 2 * ENGINE_MS);
    const result = await untilAborted(created, signal);
    if (result.exitCode === 0) return;
    const message = `The engine did not start a container of ${args.find((_, i) => i === args.length - 1) ?? "the image"}.`;
    throw new ProviderError("start", message, { logs: redactor.redact(lastLines(result.stderr)) });
  }
}

function redactorOf({ env = {}, secrets = {}, registryLogin }: LocalDockerProviderOptions): Redactor {
  return Redactor.of(env, ...Object.values(secrets), registryLogin?.password);
}

function publishedPort(
  facts: ContainerFacts | undefined,
  { containerPort = 8000 }: LocalDockerProviderOptions,
): number | undefined {
  const port = facts?.NetworkSettings.Ports?.[`${containerPort}/tcp`]?.[0]?.HostPort;
  return port === undefined ? undefined : Number(port);
}

function notPublished(name: string): ProviderError {
  return new ProviderError("start", `The engine has published no port of ${name}.`);
}
