/**
 * Starts an environment's image as a service of a swarm.
 */
import process from "node:process";

import { ProviderError } from "../../errors/provider-error.ts";
import { ContainerCli } from "../docker/container-cli.ts";
import { checkImage, containerName } from "../docker/image-reference.ts";
import { ownerLabels } from "../docker/owner-labels.ts";
import { guard } from "../guardian.ts";
import { lastLines } from "../log-tail.ts";
import { Redactor } from "../redactor.ts";
import type { LaunchContext } from "../running-server.ts";
import { TimeLimit, untilAborted } from "../time-limit.ts";
import { allRunning, untilTasks } from "./service-wait.ts";
import { replicasOf, serviceArguments, stopGraceMs } from "./service-arguments.ts";
import { Service } from "./service.ts";
import type { DockerSwarmProviderOptions } from "./swarm-options.ts";
import { TaskAddresses } from "./task-addresses.ts";

/** Longest wait for the manager, in milliseconds. */
const ENGINE_MS = 60_000;

/** How long all tasks may take to run. */
export const READY_TIMEOUT_MS = 120_000;

export interface LaunchedService {
  readonly cli: ContainerCli;
  readonly service: Service;
  readonly addresses: TaskAddresses;
}

/** @throws ProviderError when there is no swarm or the tasks cannot run, TimeoutError when they do not in time */
export async function launchService(
  image: string | undefined,
  options: DockerSwarmProviderOptions,
  context: LaunchContext,
): Promise<LaunchedService> {
  const reference = checkImage(image);
  const cli = new ContainerCli(options);
  const redactor = Redactor.of(options.env ?? {}, ...Object.values(options.secrets ?? {}));
  const localNode = await managerNode(cli, redactor, context.signal);
  await joinNetwork(cli, options, redactor, context);
  const service = new Service(cli, containerName(reference), redactor);
  context.progress("start", `Creating the service ${service.name}: ${replicasOf(options)} of ${reference}`);
  await createService(cli, reference, service, options, redactor, context);
  const limit = new TimeLimit(
    "running service",
    { signal: context.signal, timeoutMs: options.readyTimeoutMs },
    READY_TIMEOUT_MS,
  );
  try {
    await untilTasks(service, limit, allRunning(replicasOf(options)));
  } finally {
    limit.release();
  }
  return { cli, service, addresses: new TaskAddresses(cli, options, localNode) };
}

/** @throws ProviderError with stage `setup` unless the engine is a manager of a swarm */
async function managerNode(cli: ContainerCli, redactor: Redactor, signal: AbortSignal): Promise<string> {
  const failure = "Cannot ask the engine for its swarm";
  const { stdout } = await cli.mustRun(["info", "--format", "{{json .Swarm}}"], {
    stage: "setup",
    failure,
    redactor,
    signal,
  });
  const swarm = JSON.parse(stdout) as { NodeID?: string; ControlAvailable?: boolean } | null;
  if (swarm?.ControlAvailable === true && swarm.NodeID !== undefined) return swarm.NodeID;
  throw new ProviderError(
    "setup",
    "The engine is no manager of a swarm. Make it one by `docker swarm init`, or name one by the option engineHost or context.",
  );
}

/** Made where it is missing, and then removed with the service. */
async function joinNetwork(
  cli: ContainerCli,
  { network, cleanupOnExit = true }: DockerSwarmProviderOptions,
  redactor: Redactor,
  { signal, cleanup }: LaunchContext,
): Promise<void> {
  if (network === undefined || (await cli.inspect("network", network, signal)) !== undefined) return;
  const labels = Object.entries(ownerLabels("swarm")).flatMap(([key, value]) => ["--label", `${key}=${value}`]);
  const removal = ["network", "rm", network];
  const guardian = cleanupOnExit ? guard(cli.argv(...removal), { outside: true }) : undefined;
  cleanup.add(`remove the network ${network}`, async () => {
    await cli.run(removal);
    guardian?.release();
  });
  await cli.mustRun(["network", "create", "--driver", "overlay", "--attachable", ...labels, network], {
    stage: "start",
    failure: `Cannot make the network ${network}`,
    redactor,
  });
}

/** It is not given up half-way: nobody could tell then what is left of it. */
async function createService(
  cli: ContainerCli,
  image: string,
  service: Service,
  options: DockerSwarmProviderOptions,
  redactor: Redactor,
  { signal, cleanup }: LaunchContext,
): Promise<void> {
  const { args, env } = serviceArguments(image, service.name, ownerLabels("swarm"), options);
  const removal = cli.argv("service", "rm", service.name);
  const guardian = (options.cleanupOnExit ?? true) ? guard(removal, { outside: true }) : undefined;
  const created = cli.run(args, { env: { ...process.env, ...env }, signal: AbortSignal.timeout(ENGINE_MS) });
  const patienceMs = stopGraceMs(options) + 10_000;
  const remove = async (): Promise<void> => {
    await created.catch(() => {});
    await service.remove(patienceMs);
    guardian?.release();
  };
  cleanup.add(`remove the service ${service.name}`, remove, patienceMs + ENGINE_MS);
  const result = await untilAborted(created, signal);
  if (result.exitCode === 0) return;
  const logs = redactor.redact(lastLines(result.stderr));
  throw new ProviderError("start", `The swarm did not take a service of ${image}.`, { logs });
}
