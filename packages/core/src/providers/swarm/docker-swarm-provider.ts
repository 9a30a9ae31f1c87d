/**
 * Runs an environment's image as a service of a Docker Swarm: many replicas, on many machines.
 */
import process from "node:process";

import { ProviderError } from "../../errors/provider-error.ts";
import type { ClusterProvider, RollingUpdate } from "../cluster-provider.ts";
import { checkImage } from "../docker/image-reference.ts";
import { envArguments, variablesOf, variablesOfCommand } from "../docker/run-arguments.ts";
import type { ProviderEndpoint, WaitOptions } from "../provider.ts";
import { Redactor } from "../redactor.ts";
import type { LaunchContext, RunningServer } from "../running-server.ts";
import { ServerProvider } from "../server-provider.ts";
import { TimeLimit } from "../time-limit.ts";
import { type LaunchedService, launchService, READY_TIMEOUT_MS } from "./launch-service.ts";
import { allRunning, untilTasks, updated } from "./service-wait.ts";
import { replicasOf } from "./service-arguments.ts";
import type { Service, TaskFacts } from "./service.ts";
import { type DockerSwarmProviderOptions, SWARM_OPTION_NAMES } from "./swarm-options.ts";

/**
 * Starts a service and resolves when all its tasks run. `baseUrl` is the first task's; `endpoints()` gives all, which an
 * `EnvFleet` uses as one. Tasks are published on a port of their node, on all of its addresses: whoever reaches the node
 * reaches them.
 */
export class DockerSwarmProvider extends ServerProvider<DockerSwarmProviderOptions> implements ClusterProvider {
  readonly kind = "swarm";
  #launched: LaunchedService | undefined;

  /** @throws InvalidArgumentError for an option that does not exist */
  constructor(options: DockerSwarmProviderOptions = {}) {
    super(options, {
      module: import.meta.url,
      className: "DockerSwarmProvider",
      readyTimeoutMs: READY_TIMEOUT_MS,
      optionNames: SWARM_OPTION_NAMES,
    });
  }

  async endpoints(signal?: AbortSignal): Promise<readonly ProviderEndpoint[]> {
    if (this.#launched === undefined) return [];
    const { service, addresses } = this.#launched;
    return addresses.of(await service.tasks(signal), signal);
  }

  async scale(replicas: number, options: WaitOptions = {}): Promise<void> {
    const count = replicasOf({ replicas });
    await this.#change(["scale", "--detach", `${this.#running.service.name}=${count}`], options, () =>
      allRunning(count),
    );
  }

  async update({ image, env = {} }: RollingUpdate, options: WaitOptions = {}): Promise<void> {
    const { service } = this.#running;
    const replicas = (await service.facts())?.Spec.Mode.Replicated?.Replicas ?? replicasOf(this.options);
    const variables = variablesOf({ env });
    const args = [
      "update",
      "--detach",
      "--quiet",
      // Without a change the tasks would be left as they are.
      "--force",
      ...(image === undefined ? [] : ["--image", checkImage(image)]),
      ...(this.options.resolveImage === false ? ["--no-resolve-image"] : []),
      ...envArguments(variables).map((argument) => (argument === "--env" ? "--env-add" : argument)),
      service.name,
    ];
    await this.#change(args, options, () => updated(service, replicas), variablesOfCommand(variables));
  }

  protected override async launch(source: string | undefined, context: LaunchContext): Promise<RunningServer> {
    const launched = await launchService(source ?? this.options.image, this.options, context);
    const { service, addresses } = launched;
    const [endpoint] = await addresses.of(await service.tasks(context.signal), context.signal);
    if (endpoint === undefined) {
      throw new ProviderError("start", `No task of ${service.name} has an address that is reached from here.`);
    }
    this.#launched = launched;
    context.cleanup.add("forget the service", () => void (this.#launched = undefined));
    return { endpoint, logs: () => service.logs(), end: () => endOf(service) };
  }

  get #running(): LaunchedService {
    if (this.#launched !== undefined) return this.#launched;
    throw new ProviderError("start", "There is no service. Start it first.");
  }

  async #change(
    args: readonly string[],
    options: WaitOptions,
    done: () => (tasks: readonly TaskFacts[]) => Promise<boolean> | boolean,
    env: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const { cli, service } = this.#running;
    const limit = new TimeLimit("running service", options, this.options.readyTimeoutMs ?? READY_TIMEOUT_MS);
    try {
      await cli.mustRun(["service", ...args], {
        stage: "start",
        failure: `Cannot change the service ${service.name}`,
        redactor: Redactor.of({ ...this.options.env, ...env }, ...Object.values(this.options.secrets ?? {})),
        signal: limit.signal,
        env: { ...process.env, ...env },
      });
      await untilTasks(service, limit, done());
    } finally {
      limit.release();
    }
  }
}

/** A task that ends is started again by the swarm: only a service that is gone has ended. */
async function endOf(service: Service): Promise<ProviderError | undefined> {
  if ((await service.facts()) !== undefined) return undefined;
  return new ProviderError("run", `The service ${service.name} was removed by somebody else.`, {
    details: { service: service.name },
  });
}
