/**
 * Servers of others: watched, but neither started nor stopped.
 */
import { connectWebSocket } from "#connect-websocket";

import { ConnectionFailedError } from "../errors/local-errors.ts";
import type { ProviderEndpoint, StartOptions } from "../providers/provider.ts";
import { TimeLimit } from "../providers/time-limit.ts";
import { HealthWatch } from "./health-watch.ts";
import type { FleetSettings } from "./options.ts";
import { Replica } from "./replica.ts";
import type { ReplicaPool } from "./replica-pool.ts";
import type { ReplicaSource } from "./replica-source.ts";

/** Nobody tells how it ended. */
export const UNKNOWN_END = { explainEnd: (): Promise<undefined> => Promise.resolve(undefined) };

export class FixedServers implements ReplicaSource {
  readonly #watches: readonly HealthWatch[];
  readonly #pool: ReplicaPool;

  constructor(servers: readonly (string | ProviderEndpoint)[], pool: ReplicaPool, settings: FleetSettings) {
    this.#pool = pool;
    const endpoints = servers.map((server) => (typeof server === "string" ? { baseUrl: server } : server));
    // One that is sick for long is nobody's to replace.
    const patient = { ...settings, replaceAfterMs: Number.POSITIVE_INFINITY };
    this.#watches = endpoints.map(
      (endpoint) => new HealthWatch(new Replica(endpoint, connectWebSocket), pool, patient, UNKNOWN_END),
    );
  }

  async start({ signal, timeoutMs }: StartOptions): Promise<void> {
    const limit = new TimeLimit("answer of a server", { signal, timeoutMs });
    try {
      const sicknesses = await limit.race(Promise.all(this.#watches.map((watch) => watch.look(limit.signal))));
      if (sicknesses.every((sickness) => sickness !== undefined)) throw noneHealthy(this.#watches, sicknesses);
      // One that is not healthy yet may become so.
      for (const [index, { replica }] of this.#watches.entries()) this.#pool.add(replica, sicknesses[index]);
    } finally {
      limit.release();
    }
    for (const watch of this.#watches) void watch.run();
  }

  suspect(replica: Replica): void {
    this.#watches.find((watch) => watch.replica === replica)?.suspect();
  }

  stop(): Promise<void> {
    for (const watch of this.#watches) watch.stop();
    return Promise.resolve();
  }
}

function noneHealthy(watches: readonly HealthWatch[], sicknesses: readonly (string | undefined)[]): Error {
  const each = watches.map(({ replica }, index) => `${replica.url.baseUrl}: ${sicknesses[index] ?? ""}`);
  return new ConnectionFailedError(`None of the fleet's servers is healthy. ${each.join("; ")}.`);
}
