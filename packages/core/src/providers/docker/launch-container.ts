/**
 * Starts an environment's image as a container.
 */
import process from "node:process";

import { ProviderError } from "../../errors/provider-error.ts";
import { guard } from "../guardian.ts";
import { lastLines } from "../log-tail.ts";
import { Redactor } from "../redactor.ts";
import type { LaunchContext, RunningServer } from "../running-server.ts";
import { untilAborted } from "../time-limit.ts";
import { Container, type ContainerFacts } from "./container.ts";
import { ContainerCli } from "./container-cli.ts";
import type { LocalDockerProviderOptions } from "./docker-options.ts";
import { publishedHost } from "./engine-address.ts";
import { checkImage, containerName } from "./image-reference.ts";
import { ownerLabels } from "./owner-labels.ts";
import { pullImage } from "./pull-image.ts";
import { isHostNetwork, runArguments } from "./run-arguments.ts";

/** Longest wait for the engine when a start is given up: what it is just making must be there to be removed. */
const ENGINE_MS = 30_000;

/** @throws ProviderError when there is no engine, the image cannot be fetched, or the container cannot start */
export async function launchContainer(
  image: string | undefined,
  options: LocalDockerProviderOptions,
  context: LaunchContext,
): Promise<RunningServer> {
  const reference = checkImage(image);
  const cli = new ContainerCli(options);
  const redactor = redactorOf(options);
  const container = new Container(cli, containerName(reference), redactor);
  const host = await publishedHost(cli, options, context.signal);
  const pull = (): Promise<void> => pullImage(cli, reference, options, redactor, context);
  const start = (): Promise<void> => startContainer(cli, reference, container, options, context);
  if (options.pull === "always") await pull();
  context.progress("start", `Starting ${reference} as ${container.name}`);
  try {
    await start();
  } catch (error) {
    const mayPull = (options.pull ?? "missing") === "missing" && !context.signal.aborted;
    if (!mayPull || (await cli.inspect("image", reference, context.signal)) !== undefined) throw error;
    await pull();
    await start();
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
async function startContainer(
  cli: ContainerCli,
  image: string,
  container: Container,
  options: LocalDockerProviderOptions,
  { signal, cleanup }: LaunchContext,
): Promise<void> {
  const { stopTimeoutMs = 10_000, cleanupOnExit = true } = options;
  const { args, env } = runArguments(image, container.name, ownerLabels(), options, cli.isPodman);
  const removal = cli.argv("rm", "--force", "--volumes", container.name);
  const guardian = cleanupOnExit ? guard(removal, { outside: true }) : undefined;
  const created = cli.run(args, { env: { ...process.env, ...env }, signal: AbortSignal.timeout(ENGINE_MS) });
  const remove = async (atOnce: boolean): Promise<void> => {
    await created.catch(() => {});
    await container.remove(atOnce ? undefined : stopTimeoutMs);
    guardian?.release();
  };
  cleanup.add(`remove the container ${container.name}`, remove, stopTimeoutMs + 2 * ENGINE_MS);
  const result = await untilAborted(created, signal);
  if (result.exitCode === 0) return;
  const logs = redactorOf(options).redact(lastLines(result.stderr));
  throw new ProviderError("start", `The engine did not start a container of ${image}.`, { logs });
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
