/**
 * Lists what OpenEnv started.
 */
import {
  listContainers,
  listDeployments,
  listServices,
  type StartedContainer,
  type StartedDeployment,
  type StartedService,
} from "@openenv/core/providers";

import type { Invocation } from "../command/command.ts";
import { placeOf, type Place, type PlaceChoice } from "./place.ts";

/** One that was started, and how it goes. */
interface Listed {
  readonly started: StartedContainer | StartedService | StartedDeployment;
  readonly state: string;
}

export async function ps({ options, terminal }: Invocation<PlaceChoice>): Promise<void> {
  const place = placeOf(options, "ps");
  const all = await listed(place);
  terminal.result(all.map(({ started }) => started));
  const flag = { containers: "", services: " --swarm", deployments: " --kubernetes" }[place.kind];
  for (const { started, state } of all) {
    const { name, image, owner } = started;
    const left = owner.isAlive === false ? terminal.yellow(`its program is gone: openenv prune${flag}`) : "";
    terminal.line(`${terminal.bold(name)}  ${image}  ${state}  ${left}`.trimEnd());
  }
  if (all.length === 0) terminal.note("Nothing runs.");
}

async function listed({ kind, options }: Place): Promise<readonly Listed[]> {
  if (kind === "containers") {
    const containers = await listContainers(options);
    return containers.map((started) => ({ started, state: `${started.state}  ${started.baseUrl ?? ""}` }));
  }
  if (kind === "services") {
    const services = await listServices(options);
    return services.map((started) => ({ started, state: `${started.running}/${started.replicas} running` }));
  }
  const deployments = await listDeployments(options);
  return deployments.map((started) => ({
    started,
    state: `${started.ready}/${started.replicas} ready in ${started.namespace}`,
  }));
}
