/**
 * Finds the services that providers have started, by their labels, and removes those whose process is gone.
 */
import { ProviderError } from "../../errors/provider-error.ts";
import { ContainerCli, ENGINE_OPTION_NAMES, type EngineOptions } from "../docker/container-cli.ts";
import { type ContainerOwner, ownerOf, PROVIDER_LABEL } from "../docker/owner-labels.ts";
import type { PruneOptions } from "../docker/started-containers.ts";
import { checkOptionNames } from "../option-check.ts";
import { Redactor } from "../redactor.ts";
import { isRunning, Service, type ServiceFacts } from "./service.ts";

/** A service that a provider has started. */
export interface StartedService {
  readonly name: string;
  readonly image: string;
  readonly replicas: number;
  /** Tasks that run. */
  readonly running: number;
  readonly createdAt: Date;
  readonly owner: ContainerOwner;
}

/** How long the tasks of a pruned service may take to end, in milliseconds. */
const PATIENCE_MS = 30_000;

/** @throws ProviderError when the engine is no manager of a swarm */
export async function listServices(options: EngineOptions = {}): Promise<readonly StartedService[]> {
  checkOptionNames("listServices", options, ENGINE_OPTION_NAMES);
  return list(new ContainerCli(options));
}

/**
 * Removes services, and the networks made for them.
 *
 * @returns those that were removed
 * @throws ProviderError when the engine is no manager of a swarm, or with stage `stop` when one cannot be removed
 */
export async function pruneServices(options: PruneOptions = {}): Promise<readonly StartedService[]> {
  checkOptionNames("pruneServices", options, [...ENGINE_OPTION_NAMES, "all"]);
  const cli = new ContainerCli(options);
  const isDoomed = (owner: ContainerOwner): boolean => options.all === true || owner.isAlive === false;
  const doomed = (await list(cli)).filter(({ owner }) => isDoomed(owner));
  await Promise.all(
    doomed.map(async ({ name }) => {
      try {
        await new Service(cli, name, new Redactor([])).remove(PATIENCE_MS);
      } catch (error) {
        const message = `Could not remove the service ${name}: ${(error as Error).message}`;
        throw new ProviderError("stop", message, { cause: error });
      }
    }),
  );
  for (const { Name, Labels } of await networks(cli))
    if (isDoomed(ownerOf(Labels))) await cli.run(["network", "rm", Name]);
  return doomed;
}

async function list(cli: ContainerCli): Promise<readonly StartedService[]> {
  const filter = ["--quiet", "--filter", `label=${PROVIDER_LABEL}`];
  const { stdout } = await cli.mustRun(["service", "ls", ...filter], {
    stage: "setup",
    failure: "Cannot list the services",
    redactor: new Redactor([]),
  });
  const ids = stdout.split("\n").filter((id) => id !== "");
  // One may be gone before it is looked at.
  const facts = await Promise.all(ids.map((id) => cli.inspect("service", id) as Promise<ServiceFacts | undefined>));
  return Promise.all(facts.filter((each) => each !== undefined).map((each) => describe(cli, each)));
}

async function describe(cli: ContainerCli, { Spec, CreatedAt }: ServiceFacts): Promise<StartedService> {
  const tasks = await new Service(cli, Spec.Name, new Redactor([])).tasks();
  return {
    name: Spec.Name,
    image: Spec.TaskTemplate.ContainerSpec.Image,
    replicas: Spec.Mode.Replicated?.Replicas ?? 0,
    running: tasks.filter(isRunning).length,
    createdAt: new Date(CreatedAt),
    owner: ownerOf(Spec.Labels ?? {}),
  };
}

async function networks(
  cli: ContainerCli,
): Promise<readonly { readonly Name: string; readonly Labels: Readonly<Record<string, string>> }[]> {
  const { stdout } = await cli.run(["network", "ls", "--quiet", "--filter", `label=${PROVIDER_LABEL}=swarm`]);
  const ids = stdout.split("\n").filter((id) => id !== "");
  if (ids.length === 0) return [];
  const { stdout: facts } = await cli.run(["network", "inspect", ...ids]);
  return JSON.parse(facts) as { Name: string; Labels: Record<string, string> }[];
}
