/**
 * Pods by ports of the nodes, one for each pod: a Service of type NodePort that the pod owns, so that it goes with it.
 */
import { httpGet } from "../http-get.ts";
import type { ProviderEndpoint } from "../provider.ts";
import { pause, TimeLimit } from "../time-limit.ts";
import { urlOf } from "./cluster-addresses.ts";
import { KubeApiError } from "./kube-api.ts";
import type { Pod, Service } from "./kube-objects.ts";
import type { PodAccess } from "./pod-access.ts";
import { INSTANCE_LABEL } from "./manifests.ts";
import type { Workload } from "./workload.ts";

/** A label that one pod has alone, for the selector of its service. */
const POD_LABEL = "dev.openenv.pod";

/** The nodes open a port a moment after its service is there: how long that is waited for, and how often it is tried. */
const OPEN_MS = 10_000;
const PAUSE_MS = 50;

export class NodePorts implements PodAccess {
  readonly #workload: Workload;
  readonly #port: number;
  readonly #nodeHost: string | undefined;
  /** By pod. */
  readonly #urls = new Map<string, Promise<string>>();

  constructor(workload: Workload, port: number, nodeHost: string | undefined) {
    this.#workload = workload;
    this.#port = port;
    this.#nodeHost = nodeHost;
  }

  async endpoints(ready: readonly Pod[], signal?: AbortSignal): Promise<readonly ProviderEndpoint[]> {
    const names = new Set(ready.map(({ metadata }) => metadata.name));
    for (const name of this.#urls.keys()) if (!names.has(name)) this.#urls.delete(name);
    return Promise.all(ready.map(async (pod) => ({ baseUrl: await this.#urlOf(pod, signal) })));
  }

  /** The services go with the deployment's. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  #urlOf(pod: Pod, signal: AbortSignal | undefined): Promise<string> {
    const { name } = pod.metadata;
    let url = this.#urls.get(name);
    if (url === undefined) {
      url = this.#open(pod, signal);
      this.#urls.set(name, url);
      // Tried again at the next look.
      url.catch(() => this.#urls.delete(name));
    }
    return url;
  }

  async #open(pod: Pod, signal: AbortSignal | undefined): Promise<string> {
    const url = urlOf(this.#nodeHost ?? pod.status?.hostIP ?? "", await this.#publish(pod, signal));
    const limit = new TimeLimit("open port", { signal, timeoutMs: OPEN_MS });
    try {
      while (!limit.signal.aborted && !(await answers(url, limit.signal))) await pause(PAUSE_MS, limit.signal);
    } finally {
      limit.release();
    }
    // One that stays closed is given all the same: what connects to it says why it cannot.
    signal?.throwIfAborted();
    return url;
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

function answers(baseUrl: string, signal: AbortSignal): Promise<boolean> {
  return httpGet({ baseUrl }, "/health", signal).then(
    () => true,
    () => false,
  );
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
