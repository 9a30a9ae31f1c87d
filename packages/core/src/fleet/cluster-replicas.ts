/**
 * The replicas of a cluster, which starts, moves and restarts them by itself: the fleet follows.
 */
import { connectWebSocket } from "#connect-websocket";

import { launchServer } from "../client/launch-server.ts";
import type { ProviderEndpoint, StartOptions } from "../providers/provider.ts";
import { pause, TimeLimit } from "../providers/time-limit.ts";
import { UNKNOWN_END } from "./fixed-servers.ts";
import { HealthWatch } from "./health-watch.ts";
import type { FleetSettings, ReplicaProvider } from "./options.ts";
import { Replica } from "./replica.ts";
import type { ReplicaPool } from "./replica-pool.ts";
import type { ReplicaSource } from "./replica-source.ts";

/** How long it may take from a replica that is ready to one that answers from here, in milliseconds. */
const REACHED_MS = 60_000;

export class ClusterReplicas implements ReplicaSource {
  readonly #provider: ReplicaProvider;
  readonly #source: string | undefined;
  readonly #pool: ReplicaPool;
  readonly #settings: FleetSettings;
  readonly #stopped = new AbortController();
  readonly #watches = new Map<string, HealthWatch>();
  #pause = new AbortController();
  #following: Promise<void> = Promise.resolve();

  constructor(provider: ReplicaProvider, source: string | undefined, pool: ReplicaPool, settings: FleetSettings) {
    this.#provider = provider;
    this.#source = source;
    this.#pool = pool;
    // What is sick for long is the cluster's to replace.
    this.#settings = { ...settings, replaceAfterMs: Number.POSITIVE_INFINITY };
  }

  async start(options: StartOptions): Promise<void> {
    await launchServer(this.#provider, this.#source, options);
    try {
      await this.#adopt(await this.#provider.endpoints(options.signal));
      await this.#untilReached(options);
    } catch (error) {
      await this.stop();
      throw error;
    }
    this.#following = this.#follow();
  }

  suspect(replica: Replica): void {
    this.#watches.get(replica.endpoint.baseUrl)?.suspect();
    this.#pause.abort();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#pause.abort();
    for (const watch of this.#watches.values()) watch.stop();
    await this.#following;
    await this.#provider.stop();
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      await pause(this.#settings.probeIntervalMs, this.#pause.signal);
      if (signal.aborted) return;
      this.#pause = new AbortController();
      try {
        await this.#adopt(await this.#provider.endpoints(signal));
      } catch (error) {
        if (!signal.aborted) this.#pool.tell("failed", undefined, (error as Error).message);
      }
      // Many sessions of one server break at once: one look is enough.
      await pause(250, signal);
    }
  }

  /** Takes in the replicas that are new, and lets go of those that are gone. */
  async #adopt(endpoints: readonly ProviderEndpoint[]): Promise<void> {
    const urls = new Set(endpoints.map(({ baseUrl }) => baseUrl));
    for (const [url, watch] of this.#watches) {
      if (urls.has(url)) continue;
      this.#watches.delete(url);
      watch.stop();
      this.#pool.remove(watch.replica, "The cluster has removed it.");
    }
    const joining = endpoints
      .filter(({ baseUrl }) => !this.#watches.has(baseUrl))
      .map((endpoint) => {
        const replica = new Replica(endpoint, connectWebSocket);
        return new HealthWatch(replica, this.#pool, this.#settings, UNKNOWN_END);
      });
    for (const watch of joining) this.#watches.set(watch.replica.endpoint.baseUrl, watch);
    const sicknesses = await Promise.all(joining.map((watch) => watch.look()));
    for (const [index, watch] of joining.entries()) {
      const sickness = sicknesses[index];
      this.#pool.add(watch.replica, sickness);
      if (sickness !== undefined) watch.suspect();
      void watch.run();
    }
  }

  /** A replica that is ready may not be reached yet: the ports of a cluster's nodes are opened a moment later. */
  async #untilReached({ signal, timeoutMs }: StartOptions): Promise<void> {
    const limit = new TimeLimit("healthy answer of each replica", { signal, timeoutMs }, REACHED_MS);
    try {
      while (this.#pool.list().some(({ state }) => state === "ejected")) await this.#pool.nextChange(limit.signal);
    } finally {
      limit.release();
    }
  }
}
