/**
 * Where the tasks of a service are reached: on a port of their node, or by their address in a network.
 */
import type { ContainerCli } from "../docker/container-cli.ts";
import { hostOf, engineAddress } from "../docker/engine-address.ts";
import type { ProviderEndpoint } from "../provider.ts";
import { isRunning, type TaskFacts } from "./service.ts";
import type { DockerSwarmProviderOptions } from "./swarm-options.ts";

interface NodeFacts {
  readonly Description: { readonly Hostname: string };
  readonly Status: { readonly Addr?: string };
}

export class TaskAddresses {
  readonly #cli: ContainerCli;
  readonly #options: DockerSwarmProviderOptions;
  readonly #localNode: string;
  /** By the node's id: nodes do not move. */
  readonly #hosts = new Map<string, string>();

  /** @param localNode the id of the node whose engine is talked to */
  constructor(cli: ContainerCli, options: DockerSwarmProviderOptions, localNode: string) {
    this.#cli = cli;
    this.#options = options;
    this.#localNode = localNode;
  }

  /** Of those that run. */
  async of(tasks: readonly TaskFacts[], signal?: AbortSignal): Promise<readonly ProviderEndpoint[]> {
    const endpoints = await Promise.all(tasks.filter(isRunning).map((task) => this.#endpoint(task, signal)));
    return endpoints.filter((endpoint) => endpoint !== undefined);
  }

  async #endpoint(task: TaskFacts, signal: AbortSignal | undefined): Promise<ProviderEndpoint | undefined> {
    const { publish = "host", containerPort = 8000, network } = this.#options;
    if (publish === "network") {
      const attached = task.NetworksAttachments?.find(({ Network }) => Network.Spec.Name === network);
      const address = attached?.Addresses?.[0]?.replace(/\/\d+$/, "");
      return address === undefined ? undefined : { baseUrl: `http://${address}:${containerPort}` };
    }
    const port = task.Status.PortStatus?.Ports?.[0]?.PublishedPort;
    if (port === undefined || task.NodeID === undefined) return undefined;
    const host = await this.#host(task.NodeID, signal);
    return { baseUrl: `http://${host.includes(":") ? `[${host}]` : host}:${port}` };
  }

  async #host(node: string, signal: AbortSignal | undefined): Promise<string> {
    const known = this.#hosts.get(node);
    if (known !== undefined) return known;
    const facts = (await this.#cli.inspect("node", node, signal)) as NodeFacts | undefined;
    const named = this.#options.nodeAddresses?.[facts?.Description.Hostname ?? ""];
    // The engine's own node is reached as the engine is; for others there is the address they joined with.
    const host = named ?? (node === this.#localNode ? await this.#engineHost(signal) : (facts?.Status.Addr ?? node));
    this.#hosts.set(node, host);
    return host;
  }

  async #engineHost(signal: AbortSignal = new AbortController().signal): Promise<string> {
    return hostOf(await engineAddress(this.#cli, signal)) ?? "127.0.0.1";
  }
}
