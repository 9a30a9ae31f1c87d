/** What providers of many replicas have in common. Types only, no code. */
import type { Provider, ProviderEndpoint, WaitOptions } from "./provider.ts";

/** What changes in a rolling update. */
export interface RollingUpdate {
  /** Default: the image that runs; its servers are then only started anew. */
  readonly image?: string | undefined;
  /** Variables that are added or get another value. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** A provider whose replicas are each reached by an address of their own. */
export interface ClusterProvider extends Provider {
  /** The replicas that take connections now, in no order. Empty before the start. */
  endpoints(signal?: AbortSignal): Promise<readonly ProviderEndpoint[]>;
  /**
   * Changes the number of replicas, and resolves when so many run.
   *
   * @throws ProviderError when nothing is started or a replica cannot run, TimeoutError with what is known by then
   */
  scale(replicas: number, options?: WaitOptions): Promise<void>;
  /**
   * Replaces the replicas one after the other, each by one that is healthy, and resolves when all are replaced. A replica
   * that goes gets SIGTERM: its running steps finish, and its sessions end with 1001.
   *
   * @throws as {@link scale}; the replicas of before go on then
   */
  update(change: RollingUpdate, options?: WaitOptions): Promise<void>;
}
