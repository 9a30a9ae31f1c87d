/** Pods by their own addresses, from inside the cluster. */
import type { ProviderEndpoint } from "../provider.ts";
import type { Pod } from "./kube-objects.ts";
import type { PodAccess } from "./pod-access.ts";

export class ClusterAddresses implements PodAccess {
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  endpoints(ready: readonly Pod[]): Promise<readonly ProviderEndpoint[]> {
    return Promise.resolve(ready.map(({ status }) => ({ baseUrl: urlOf(status?.podIP ?? "", this.#port) })));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

export function urlOf(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
