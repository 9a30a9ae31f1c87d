/**
 * Pods by ports of the nodes, one for each pod: a Service of type NodePort that the pod owns, so that it goes with it.
 */
import type { ProviderEndpoint } from "../provider.ts";
import { urlOf } from "./cluster-addresses.ts";
import { KubeApiError } from "./kube-api.ts";
import type { Pod, Service } from "./kube-objects.ts";
import type { PodAccess } from "./pod-access.ts";
import { INSTANCE_LABEL } from "./manifests.ts";
import type { Workload } from "./workload.ts";

/** A label that one pod has alone, for the selector of its service. */
const POD_LABEL = "dev.openenv.pod";

export class NodePorts implements PodAccess {
  readonly #workload: Workload;
  readonly #port: number;
  readonly #nodeHost: string | undefined;
  /** By pod. */
  readonly #ports = new Map<string, Promise<number>>();

  constructor(workload: Workload, port: number, nodeHost: string | undefined) {
    this.#workload = workload;
    this.#port = port;
    this.#nodeHost = nodeHost;
  }

  async endpoints(ready: readonly Pod[], signal?: AbortSignal): Promise<readonly ProviderEndpoint[]> {
    const names = new Set(ready.map(({ metadata }) => metadata.name));
    for (const name of this.#ports.keys()) if (!names.has(name)) this.#ports.delete(name);
    const endpoints = ready.map(async (pod) => {
      const port = await this.#portOf(pod, signal);
      return { baseUrl: urlOf(this.#nodeHost ?? pod.status?.hostIP ?? "", port) };
    });
    return Promise.all(endpoints);
  }

  /** The services go with the deployment's. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  #portOf(pod: Pod, signal: AbortSignal | undefined): Promise<number> {
    const { name } = pod.metadata;
    let port = this.#ports.get(name);
    if (port === undefined) {
      port = this.#publish(pod, signal);
      this.#ports.set(name, port);
      // Tried again at the next look.
      port.catch(() => this.#ports.delete(name));
    }
    return port;
  }

  async #publish({ metadata }: Pod, signal: AbortSignal | undefined): Promise<number> {
    const { api, name: instance } = this.#workload;
    const { name, uid = "" } = metadata;
    const own = { [POD_LABEL]: name };
    const service = {
      apiVersion: "v1",
      kind: "Service",
      metadata: {
        name,
        labels: { "app.kubernetes.io/managed-by": "openenv", [INSTANCE_LABEL]: instance },
        ownerReferences: [{ apiVersion: "v1", kind: "Pod", name, uid }],
      },
      spec: { type: "NodePort", selector: own, ports: [{ port: this.#port, targetPort: this.#port }] },
    };
    const [, made] = await Promise.all([
      api.patch("pods", name, { metadata: { labels: own } }, signal),
      createOrGet(this.#workload, service, signal),
    ]);
    return made.spec.ports[0]?.nodePort ?? 0;
  }
}

async function createOrGet(
  { api }: Workload,
  service: Parameters<Workload["api"]["create"]>[1],
  signal: AbortSignal | undefined,
): Promise<Service> {
  try {
    return await api.create("services", service, signal);
  } catch (error) {
    if (error instanceof KubeApiError && error.reason === "AlreadyExists")
      return api.get("services", service.metadata.name, signal);
    throw error;
  }
}
